#!/bin/sh
# Makes `reordered.mp4`: frames that are stored in another order than they are shown in, and an edit list. Each frame has
# its number in eight bars of black and white, the lowest bit at the left.
ffmpeg -y -f lavfi -i "color=black:s=64x48:r=24,format=yuv420p,\
geq=lum='if(mod(floor(N/pow(2,floor(X/8))),2),235,16)':cb=128:cr=128" \
    -frames:v 30 -c:v libx264 -preset slow -crf 24 -bf 3 -x264-params b-pyramid=normal:keyint=12 \
    -an -movflags +faststart reordered.mp4
