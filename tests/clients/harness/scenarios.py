"""Scripted agents: each makes or repairs a video with a number of calls, and knows only what the tools return.

They are run by the official Python SDK over stdio, on the studio's program. No call may fail, and in the end the project
has no error.
"""

import asyncio
import base64
import subprocess
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mcp import Client, StdioServerParameters

from harness import media
from harness.report import expect
from harness.targets import DEBUG

Json = dict[str, Any]


class Agent:
    """Calls tools, counts them, and follows what they recommend."""

    def __init__(self, client: Client, root: Path) -> None:
        self.client = client
        self.root = root
        self.calls: list[str] = []

    async def call(self, tool: str, **arguments: Any) -> Json:
        result = await self.client.call_tool(tool, arguments)
        self.calls.append(tool)
        text = "\n".join(block.text for block in result.content if block.type == "text")
        expect(not result.is_error, f"{tool} failed: {text[:2000]}")
        return result.structured_content

    async def follow(self, step: Json) -> Json:
        """Makes the call that an answer recommends."""
        return await self.call(step["tool"], **step["args"])

    def write(self, project: str, yaml: str, **files: bytes) -> None:
        """A project that is there already, with its files; `voice_wav` becomes `voice.wav`."""
        folder = self.root / project
        folder.mkdir()
        (folder / "project.yaml").write_text(yaml, encoding="utf-8")
        for name, content in files.items():
            (folder / name.replace("_", ".")).write_bytes(content)


    def clip(self, seconds: int) -> bytes:
        """A movie of something that moves, rendered by the program under test."""
        self.write(
            "filmed",
            "reelforge: 1\nmeta: {title: Filmed}\ncanvas: {width: 640, height: 360, fps: 24}\nscenes:\n"
            f"  - {{id: a, duration: {seconds}, background: \"#203040\", elements: "
            "[{type: progress, span: video, pin: top, w: 100%, h: 60}]}\n",
        )
        command = [str(DEBUG / "reelforge"), "render", "filmed", "--root", str(self.root), "--force"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        expect(done.returncode == 0, f"it cannot be rendered: {done.stdout} {done.stderr}")
        return (self.root / "filmed/renders/filmed-standard.mp4").read_bytes()


def no_errors(answer: Json) -> None:
    """The state of the checks in an answer has no error."""
    validation = answer.get("validation", answer)
    errors = [issue["message"] for issue in validation["issues"] if issue["severity"] == "error"]
    expect(validation["summary"]["errors"] == 0, f"errors are left: {errors}")


def rules(answer: Json) -> list[str]:
    validation = answer.get("validation", answer)
    return sorted({issue["rule"] for issue in validation["issues"]})


def about(suggestions: list[Json], metric: str) -> Json:
    """The suggestion about something."""
    found = [one for one in suggestions if one["metric"]["name"] == metric]
    expect(found, f"nothing is suggested about {metric}: {[one['metric'] for one in suggestions]}")
    return found[0]


async def reel(agent: Agent, title: str, language: str, sentences: list[str]) -> None:
    """A narrated reel of about 30 s from four sentences and a recording of them."""
    made = await agent.call("create_project", name="reel", template="narrated-reel", title=title, script=sentences)
    if language != "en":
        language_op = {"op": "set", "path": "meta.language", "value": language}
        made = await agent.call(
            "edit_project", project="reel", ops=[language_op], base_revision=made["revision"]
        )
    spoken = base64.b64encode(media.voice(sentences, 29.0)).decode()
    added = await agent.call("add_asset", project="reel", path="audio/voice.wav", base64=spoken)
    expect(added["written"] and abs(added["probe"]["duration"] - 29) < 0.1, f"it probed {added['probe']}")
    await agent.follow(added["next"])
    suggested = await agent.call("suggest_next", project="reel", limit=3)
    checked = await agent.follow(suggested["suggestions"][0])
    if language == "en":
        checked = await agent.call("validate_project", project="reel")
        length = checked["timeline"]["duration"]
        expect(28 <= length <= 32, f"it takes {length} s")
    no_errors(checked)


async def english(agent: Agent) -> None:
    await reel(
        agent,
        "Why coffee costs more",
        "en",
        [
            "Your morning coffee went up forty percent in just two short years.",
            "Two bad harvests in Brazil cut the supply, and shipping costs doubled.",
            "One bag of beans now costs nineteen dollars where it was fourteen.",
            "Follow for the one habit that saves you ten dollars each month.",
        ],
    )


async def korean(agent: Agent) -> None:
    await reel(
        agent,
        "커피값이 오른 이유",
        "ko",
        [
            "아침 커피 가격이 이 년 만에 크게 올랐습니다.",
            "브라질의 흉작으로 공급이 줄고 운송비는 두 배가 되었습니다.",
            "원두 한 봉지의 가격은 이제 만 구천 원입니다.",
            "절약하는 방법이 궁금하다면 팔로우하세요.",
        ],
    )


async def arabic(agent: Agent) -> None:
    await reel(
        agent,
        "لماذا ارتفع سعر القهوة",
        "ar",
        [
            "ارتفع سعر قهوتك الصباحية كثيرا خلال عامين.",
            "محصولان سيئان في البرازيل قللا العرض وتضاعفت كلفة الشحن.",
            "كيس واحد من البن يكلف اليوم تسعة عشر دولارا.",
            "تابعنا لتعرف كيف توفر عشرة دولارات كل شهر.",
        ],
    )


async def listicle(agent: Agent) -> None:
    """Five habits, one scene each."""
    habits = [
        "Five habits that save your morning.",
        "Drink a glass of water first.",
        "Leave the phone in another room.",
        "Write down one thing that matters.",
        "Walk around the block once.",
        "Go to bed at the same time.",
    ]
    made = await agent.call("create_project", name="habits", template="list", title="5 habits", script=habits)
    no_errors(made)
    suggested = await agent.call("suggest_next", project="habits", goal="pace")
    step = next((one for one in suggested["suggestions"] if one["tool"] == "edit_project"), None)
    if step:
        no_errors(await agent.follow(step))
    seen = await agent.call("preview_frames", project="habits", sheet=True, width=180)
    expect(len(seen["frames"]) >= 6, f"it shows {len(seen['frames'])} scenes")
    no_errors(await agent.call("validate_project", project="habits"))


async def price_chart(agent: Agent) -> None:
    """A chart, and a counter that comes with the number that is said."""
    schema = await agent.call("get_schema", type="chart")
    scene = (
        "reelforge: 1\nmeta: {title: Coffee prices}\ncanvas: reel\nscenes:\n  - id: price\n"
        "    say: It went up forty percent in one year, and this is what one bag costs now.\n    elements:\n"
        f"      - {schema['example'].replace('h: 760', 'h: 360')}\n"
    )
    made = await agent.call("create_project", name="chart", yaml=scene)
    no_errors(made)
    suggested = await agent.call("suggest_next", project="chart", limit=10, goal="pace")
    step = about(suggested["suggestions"], "numbers_said_but_not_shown")
    no_errors(await agent.follow(step))
    read = await agent.call("read_project", project="chart", format="json")
    counters = [it for it in read["json"]["scenes"][0]["elements"] if it["type"] == "counter"]
    expect([(it["to"], it["at"]) for it in counters] == [(40, "cue(forty percent)")], f"it has {counters}")
    no_errors(await agent.call("validate_project", project="chart"))


async def code_tip(agent: Agent) -> None:
    """A wide video with code in it."""
    schema = await agent.call("get_schema", type="code")
    code = "\n".join(f"        {line}" for line in schema["example"].splitlines())
    scene = (
        "reelforge: 1\nmeta: {title: One rebuild at a time}\ncanvas: wide\nscenes:\n  - id: tip\n    duration: 8\n"
        "    elements:\n      - {id: head, type: text, role: title, text: One rebuild at a time}\n"
        f"      - {code.lstrip()}\n"
    )
    made = await agent.call("create_project", name="tip", yaml=scene)
    suggested = await agent.call("suggest_next", project="tip")
    no_errors(await agent.follow(suggested["suggestions"][0]) if made["validation"]["summary"]["errors"] else made)
    no_errors(await agent.call("validate_project", project="tip"))


async def quote_card(agent: Agent) -> None:
    """A square card with a sentence."""
    made = await agent.call("create_project", name="quote", template="quote", title="Simple is hard")
    no_errors(made)
    seen = await agent.call("preview_frames", project="quote")
    expect(seen["canvas"] == [1080, 1080], f"the canvas is {seen['canvas']}")
    no_errors(await agent.call("validate_project", project="quote"))


async def lower_third(agent: Agent) -> None:
    """A name from 3 s to 8 s over a clip."""
    agent.write(
        "talk",
        "reelforge: 1\nmeta: {title: Talk}\ncanvas: wide\noutput: {poster: 1}\nscenes:\n"
        "  - {id: talk, duration: 10, background: {video: clip.mp4}}\n",
        clip_mp4=agent.clip(10),
    )
    component = await agent.call("list_components", name="lower-third")
    expect("name" in component["components"][0]["props"], f"it is {component}")
    card = {
        "type": "use",
        "component": "lower-third",
        "props": {"name": "Ada Marsh", "role": "Founder"},
        "at": 3,
        "until": 8,
    }
    ops = [{"op": "set", "path": "scenes.talk.elements", "value": [card]}]
    await agent.call("edit_project", project="talk", ops=ops)
    seen = await agent.call("preview_frames", project="talk", times=[2, 5, 9], width=180)
    shown = [bool([it for it in frame["elements"] if it["visible"]]) for frame in seen["frames"]]
    expect(shown == [False, True, False], f"it is visible: {shown}")
    checked = await agent.call("validate_project", project="talk")
    no_errors(checked)


async def promo(agent: Agent) -> None:
    """A product with a card at the end, for three platforms."""
    made = await agent.call("create_project", name="promo", template="product", title="Kiln mug", canvas="reel")
    no_errors(made)
    targets = {"op": "set", "path": "targets", "value": ["tiktok", "reels", "shorts"]}
    edited = await agent.call(
        "edit_project", project="promo", ops=[targets], base_revision=made["revision"]
    )
    no_errors(edited)
    card = {
        "id": "last-card",
        "duration": 3,
        "elements": [
            {"type": "use", "component": "end-card", "props": {"title": "Kiln mug", "action": "Order today"}}
        ],
    }
    added = await agent.call(
        "edit_project",
        project="promo",
        ops=[{"op": "add", "path": "scenes", "value": card}],
        base_revision=edited["revision"],
    )
    no_errors(added)
    seen = await agent.call("preview_frames", project="promo", scene="last-card", overlay="both", width=180)
    expect(not seen["frames"][0].get("safe"), f"a platform covers {seen['frames'][0].get('safe')}")
    suggested = await agent.call("suggest_next", project="promo", goal="fix")
    expect(suggested["suggestions"], "nothing is suggested")
    no_errors(await agent.call("validate_project", project="promo"))


COFFEE = """reelforge: 1
meta: {title: Coffee}
canvas: reel
voice: voice.wav
captions: {size: 64}
theme: {colors: {accent: "#FFB703"}}
scenes:
  - id: chart
    say: Here is what one bag of coffee cost each year until now.
    layout: free
    elements:
      - {id: head, type: text, role: heading, text: One bag, x: 80, y: 300} # stays
      - {id: prices, type: chart, chart: column, data: [{label: A, value: 1}, {label: B, value: 2}], color: $accent, x: 80, y: 640, w: 800, h: 520}
"""


async def smaller_captions(agent: Agent) -> None:
    """“Smaller captions, chart up, keep the colours”, on a project that is there."""
    sentence = "Here is what one bag of coffee cost each year until now."
    agent.write(
        "coffee",
        COFFEE.replace(", color: $accent", ""),
        voice_wav=media.voice([sentence], 5.0),
    )
    before = await agent.call("read_project", project="coffee", format="json")
    captions, chart = before["json"]["captions"]["size"], before["json"]["scenes"][0]["elements"][1]
    ops = [
        {"op": "set", "path": "captions.size", "value": round(captions * 0.8)},
        {"op": "set", "path": "scenes.chart.elements.prices.y", "value": chart["y"] - 120},
    ]
    edited = await agent.call("edit_project", project="coffee", ops=ops, base_revision=before["revision"])
    text = (agent.root / "coffee/project.yaml").read_text(encoding="utf-8")
    expect('{accent: "#FFB703"}' in text and "# stays" in text, "more was changed than was asked for")
    expect("size: 51" in text and "y: 520" in text, f"it is not changed: {text}")
    no_errors(await agent.call("validate_project", project="coffee") if edited else edited)


TEN_FAULTS = """reelforge: 1
meta: {title: Ten faults}
canvas: reel
targets: [tiktok]
vars: {brand: Kiln}
components:
  loop: {elements: [{type: use, component: loop}]}
scenes:
  - id: one
    duration: 4s
    layout: free
    elements:
      - {id: a, type: text, text: Hit, start: 1, x: 200, y: 400}
      - {id: b, type: text, text: Over here, x: 210, y: 900}
      - {id: b, type: text, text: And over there, x: 220, y: 905, color: $acent}
      - {id: c, type: image, src: STILL.png, x: 200, y: 1200, w: 300, h: 300, alt: Still}
      - {id: d, type: text, text: Off the side, x: 900, y: 600}
      - {id: e, type: text, text: Under the rail, x: 700, y: 1000}
      - id: f
        type: text
        text: Hit #1
        x: 200
        y: 700
"""


async def ten_faults(agent: Agent) -> None:
    """A file with a fault of each of the first checks."""
    agent.write("faulty", TEN_FAULTS, still_png=media.picture(640, 640))
    found = await agent.call("validate_project", project="faulty")
    first = {f"V-{number}" for number in range(1, 11)}
    expect(first <= set(rules(found)), f"it finds {rules(found)}")
    suggested = await agent.call("suggest_next", project="faulty", goal="fix", limit=1)
    await agent.follow(suggested["suggestions"][0])
    no_errors(await agent.call("validate_project", project="faulty"))


async def strobe(agent: Agent) -> None:
    """White that comes and goes eight times in less than two seconds."""
    flashes = [
        f"{{at: {0.5 + 0.1 * step:.3f}, opacity: {step % 2}}}, {{at: {0.599 + 0.1 * step:.3f}, opacity: {step % 2}}}"
        for step in range(17)
    ]
    agent.write(
        "party",
        "reelforge: 1\nmeta: {title: Party}\ncanvas: square\nscenes:\n"
        "  - id: drop\n    duration: 4\n    background: \"#202020\"\n    layout: free\n    elements:\n"
        "      - {id: head, type: text, role: title, text: Tonight, x: 100, y: 420}\n"
        '      - {id: white, type: shape, shape: rect, fill: "#FFFFFF", layer: -1, x: 0, y: 0, w: 1080, h: 1080,'
        f" enter: none, opacity: 0, keyframes: [{', '.join(flashes)}]}}\n",
    )
    checked = await agent.call("validate_project", project="party")
    expect("V-21" in rules(checked), f"it finds {rules(checked)}")
    await agent.follow(checked["next"])
    checked = await agent.call("validate_project", project="party")
    expect("V-21" not in rules(checked), f"it still flashes: {checked['issues']}")
    no_errors(checked)


async def loud_music(agent: Agent) -> None:
    """Music that covers the voice."""
    sentence = "Good tea needs three minutes and not one second more than that."
    agent.write(
        "loud",
        "reelforge: 1\nmeta: {title: Loud}\ncanvas: square\nvoice: voice.wav\n"
        "music: {file: music.wav, gain_db: -4, duck_db: -2}\noutput: {poster: 1}\n"
        f"scenes:\n  - id: a\n    say: {sentence}\n    elements: [{{id: t, type: text, text: Tea, role: title}}]\n",
        voice_wav=media.voice([sentence], 6.0),
        music_wav=media.music(12.0),
    )
    suggested = await agent.call("suggest_next", project="loud", limit=20)
    music = [
        one
        for one in suggested["suggestions"]
        if any(op.get("path", "").startswith("music") for op in one["ops"])
    ]
    expect(music, f"nothing is suggested about the music: {suggested['suggestions']}")
    await agent.follow(music[0])
    checked = await agent.call("validate_project", project="loud")
    expect("V-22" not in rules(checked), f"it is still too loud: {checked['issues']}")
    no_errors(checked)


@dataclass(frozen=True)
class Scenario:
    """What an agent does, and the most calls it may need."""

    name: str
    run: Callable[[Agent], Awaitable[None]]
    calls: int


SCENARIOS = [
    Scenario("30 s reel from four sentences", english, 6),
    Scenario("the same in Korean", korean, 6),
    Scenario("the same in Arabic", arabic, 6),
    Scenario("five habits", listicle, 5),
    Scenario("price chart with a counter", price_chart, 6),
    Scenario("code tip", code_tip, 5),
    Scenario("quote card", quote_card, 3),
    Scenario("lower third", lower_third, 5),
    Scenario("promo for three platforms", promo, 7),
    Scenario("smaller captions, chart up", smaller_captions, 3),
    Scenario("ten faults", ten_faults, 5),
    Scenario("strobe", strobe, 3),
    Scenario("loud music", loud_music, 3),
]


def follow(scenario: Scenario) -> str:
    """Runs a scenario on a root of its own."""

    async def run(root: Path) -> Agent:
        program = StdioServerParameters(command=str(DEBUG / "reelforge"), args=["mcp", "--root", str(root)])
        async with Client(program, mode="auto") as client:
            agent = Agent(client, root)
            await scenario.run(agent)
            return agent

    with TemporaryDirectory() as folder:
        agent = asyncio.run(run(Path(folder)))
    expect(
        len(agent.calls) <= scenario.calls,
        f"it took {len(agent.calls)} calls, {scenario.calls} are enough: {', '.join(agent.calls)}",
    )
    return f"{len(agent.calls)} calls: {', '.join(agent.calls)}"
