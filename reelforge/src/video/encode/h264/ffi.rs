//! The calls to `OpenH264`: the only place of the crate that is not checked by the compiler.
//!
//! `OpenH264`'s own wrapper is safe, but it can set neither CABAC nor a fixed quantiser.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr::{NonNull, null_mut};

use openh264_sys2::{
    API as _, CAMERA_VIDEO_REAL_TIME, CONSTANT_ID, DynamicAPI, ENCODER_OPTION_TRACE_LEVEL, ISVCEncoder,
    ISVCEncoderVtbl, MEDIUM_COMPLEXITY, PRO_HIGH, RC_OFF_MODE, SEncParamExt, SFrameBSInfo, SM_SINGLE_SLICE,
    SSourcePicture, WELS_LOG_QUIET, videoFormatI420,
};

use super::{MAX_PIXELS, Settings};
use crate::video::encode::{EncodeError, I420};

/// What BT.709 is called.
const BT709: u8 = 1;
/// The level is that of a stream of at most so many bits a second; a fixed quantiser has no rate of its own.
const BIT_RATE: c_int = 12_000_000;
/// No key pictures but the first.
const NEVER: u32 = 0;

/// An encoder. It belongs to the thread that made it, since the pointer in it does.
pub(super) struct Encoder {
    raw: NonNull<ISVCEncoder>,
    /// What the encoder says about the last picture. It points into memory of the encoder.
    info: Box<SFrameBSInfo>,
    width: c_int,
    height: c_int,
    fps: u32,
}

impl std::fmt::Debug for Encoder {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Encoder({}×{})", self.width, self.height)
    }
}

impl Encoder {
    pub(super) fn new(settings: &Settings) -> Result<Self, EncodeError> {
        let Settings { width, height, fps, .. } = *settings;
        let too_large = EncodeError::TooLarge { width, height, pixels: MAX_PIXELS };
        if width.checked_mul(height).is_none_or(|pixels| pixels > MAX_PIXELS) {
            return Err(too_large);
        }
        let (Ok(columns), Ok(rows)) = (c_int::try_from(width), c_int::try_from(height)) else {
            return Err(too_large);
        };
        let mut raw = null_mut();
        // SAFETY: it writes a pointer to a new encoder to where it is told, or says that it could not.
        let answer = unsafe { DynamicAPI::from_source().WelsCreateSVCEncoder(&raw mut raw) };
        let raw = NonNull::new(raw).filter(|_| answer == 0).ok_or_else(|| failed("be made", answer))?;
        // From here on `Drop` frees it.
        let mut encoder =
            Self { raw, info: Box::new(SFrameBSInfo::default()), width: columns, height: rows, fps };
        encoder.be_silent()?;
        encoder.begin(settings)?;
        Ok(encoder)
    }

    /// Keeps it from writing to the standard error output; what goes wrong is answered.
    fn be_silent(&mut self) -> Result<(), EncodeError> {
        let mut level: c_int = WELS_LOG_QUIET;
        let set = required(self.calls().SetOption)?;
        // SAFETY: the encoder lives, and this option reads a number, which outlives the call.
        let answer =
            unsafe { set(self.raw.as_ptr(), ENCODER_OPTION_TRACE_LEVEL, (&raw mut level).cast::<c_void>()) };
        done("be silent", answer)
    }

    fn begin(&mut self, settings: &Settings) -> Result<(), EncodeError> {
        let mut wanted = SEncParamExt::default();
        let defaults = required(self.calls().GetDefaultParams)?;
        // SAFETY: the encoder lives, and it fills in a struct of ours, which outlives the call.
        let answer = unsafe { defaults(self.raw.as_ptr(), &raw mut wanted) };
        done("say its defaults", answer)?;
        #[expect(clippy::cast_precision_loss, reason = "at most 60")]
        let fps = settings.fps as f32;
        wanted.iUsageType = CAMERA_VIDEO_REAL_TIME;
        wanted.iPicWidth = self.width;
        wanted.iPicHeight = self.height;
        wanted.fMaxFrameRate = fps;
        wanted.iTargetBitrate = BIT_RATE;
        wanted.iRCMode = RC_OFF_MODE;
        wanted.iComplexityMode = MEDIUM_COMPLEXITY;
        wanted.bEnableFrameSkip = false;
        wanted.bEnableSceneChangeDetect = false;
        wanted.bEnableAdaptiveQuant = false;
        wanted.bEnableBackgroundDetection = true;
        wanted.bEnableLongTermReference = false;
        wanted.uiIntraPeriod = NEVER;
        wanted.iNumRefFrame = 1;
        wanted.iEntropyCodingModeFlag = 1;
        wanted.iMultipleThreadIdc = 1;
        wanted.iSpatialLayerNum = 1;
        wanted.iTemporalLayerNum = 1;
        wanted.eSpsPpsIdStrategy = CONSTANT_ID;
        let layer = &mut wanted.sSpatialLayers[0];
        layer.iVideoWidth = self.width;
        layer.iVideoHeight = self.height;
        layer.fFrameRate = fps;
        layer.iSpatialBitrate = BIT_RATE;
        layer.iMaxSpatialBitrate = BIT_RATE;
        layer.iDLayerQp = settings.quantiser.min(51).into();
        layer.uiProfileIdc = PRO_HIGH;
        layer.sSliceArgument.uiSliceMode = SM_SINGLE_SLICE;
        layer.bVideoSignalTypePresent = true;
        layer.bFullRange = false;
        layer.bColorDescriptionPresent = true;
        layer.uiColorPrimaries = BT709;
        layer.uiTransferCharacteristics = BT709;
        layer.uiColorMatrix = BT709;
        let begin = required(self.calls().InitializeExt)?;
        // SAFETY: the encoder lives, and it copies the settings.
        let answer = unsafe { begin(self.raw.as_ptr(), &raw const wanted) };
        done("begin", answer)
    }

    /// Adds both parameter sets to a stream.
    pub(super) fn parameter_sets(&mut self, stream: &mut Vec<u8>) -> Result<(), EncodeError> {
        let write = required(self.calls().EncodeParameterSets)?;
        // SAFETY: the encoder lives, and `info` is a struct that it fills in.
        let answer = unsafe { write(self.raw.as_ptr(), &raw mut *self.info) };
        done("write its parameter sets", answer)?;
        self.take(stream);
        Ok(())
    }

    /// Adds an encoded picture to a stream; `number` counts the pictures.
    pub(super) fn encode(
        &mut self,
        picture: &I420,
        number: u32,
        stream: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let fits = |ours: c_int, side: usize| usize::try_from(ours).is_ok_and(|ours| ours == side);
        if !fits(self.width, picture.width()) || !fits(self.height, picture.height()) {
            let why = format!("{picture:?} came where {}×{} was expected", self.width, self.height);
            return Err(EncodeError::refused("H.264", why));
        }
        let [y, u, v] = picture.planes().map(|plane| plane.as_ptr().cast_mut());
        let source = SSourcePicture {
            iColorFormat: videoFormatI420,
            iStride: [self.width, self.width / 2, self.width / 2, 0],
            pData: [y, u, v, null_mut()],
            iPicWidth: self.width,
            iPicHeight: self.height,
            uiTimeStamp: i64::from(number) * 1000 / i64::from(self.fps.max(1)),
            ..SSourcePicture::default()
        };
        let encode = required(self.calls().EncodeFrame)?;
        // SAFETY: the encoder lives. It reads the planes, which are as large as the sides that it was told, and writes to
        // none of them; they outlive the call. `info` is a struct that it fills in.
        let answer = unsafe { encode(self.raw.as_ptr(), &raw const source, &raw mut *self.info) };
        done("encode a picture", answer)?;
        self.take(stream);
        Ok(())
    }

    /// Copies what the encoder wrote since it was asked last.
    fn take(&mut self, stream: &mut Vec<u8>) {
        let layers = usize::try_from(self.info.iLayerNum).unwrap_or(0);
        for layer in self.info.sLayerInfo.iter().take(layers) {
            let units = usize::try_from(layer.iNalCount).unwrap_or(0);
            if layer.pNalLengthInByte.is_null() || layer.pBsBuf.is_null() {
                continue;
            }
            // SAFETY: it points to as many lengths as the layer has units, until the encoder is called again.
            let lengths = unsafe { std::slice::from_raw_parts(layer.pNalLengthInByte, units) };
            let bytes = lengths.iter().map(|length| usize::try_from(*length).unwrap_or(0)).sum();
            // SAFETY: the units stand there one after the other, until the encoder is called again.
            stream.extend(unsafe { std::slice::from_raw_parts(layer.pBsBuf, bytes) });
        }
    }

    fn calls(&self) -> &ISVCEncoderVtbl {
        // SAFETY: an encoder begins with a pointer to its table of calls, which is never freed.
        unsafe { &**self.raw.as_ptr() }
    }
}

impl Drop for Encoder {
    fn drop(&mut self) {
        if let Some(end) = self.calls().Uninitialize {
            // SAFETY: the encoder lives; one that did not begin has nothing to end.
            unsafe { end(self.raw.as_ptr()) };
        }
        // SAFETY: it was made by the same library, and nothing holds it any more.
        unsafe { DynamicAPI::from_source().WelsDestroySVCEncoder(self.raw.as_ptr()) };
    }
}

/// A call of the table, all of which are there.
fn required<T>(call: Option<T>) -> Result<T, EncodeError> {
    call.ok_or_else(|| EncodeError::refused("H.264", "it lacks a call"))
}

fn done(what: &str, answer: c_int) -> Result<(), EncodeError> {
    if answer == 0 { Ok(()) } else { Err(failed(what, answer)) }
}

fn failed(what: &str, answer: c_int) -> EncodeError {
    EncodeError::refused("H.264", format!("it could not {what} (code {answer})"))
}
