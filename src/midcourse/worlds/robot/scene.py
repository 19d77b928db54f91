"""A table, an arm and what lies before it: read from a YAML file, built as a MuJoCo model."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import msgspec
import numpy as np
import yaml

from ...core.errors import TaskError, choices
from .engine import Model, Spec, mujoco

COLOURS: dict[str, tuple[float, float, float]] = {
    "red": (0.85, 0.10, 0.10),
    "green": (0.10, 0.65, 0.20),
    "blue": (0.10, 0.25, 0.85),
    "yellow": (0.90, 0.80, 0.10),
    "purple": (0.55, 0.15, 0.70),
    "orange": (0.95, 0.45, 0.05),
}
HOME = np.array([0.0, 0.0, 0.0, -1.57079, 0.0, 1.57079, -0.7853])
"""Joints at rest, hand pointing down before the base."""
OPEN = 0.04
"""How far each finger opens, in metres."""
GRIPPER = "gripper_"
"""How the names of the hand's parts begin."""
ROUGHNESS = (2.0, 0.05, 0.001)
"""Friction of things and of the fingers' pads."""
WALL = 0.006
"""Thickness of a bin's walls, in metres."""
_GAINS = ((4500, 450, 87), (4500, 450, 87), (3500, 350, 87), (3500, 350, 87), (2000, 200, 12), (2000, 200, 12), (2000, 200, 12))
"""(stiffness, damping, most force) of each joint's servo."""

_HAND = """<mujoco><worldbody><body name="hand">
  <geom name="palm" type="box" size=".03 .10 .03" pos="0 0 .033" mass=".6" rgba=".92 .92 .92 1"/>
  <site name="pinch" pos="0 0 .103" size=".004" rgba="0 0 0 0"/>
  <body name="left_finger" pos="0 0 .066">
    <joint name="left_finger" type="slide" axis="0 1 0" range="0 .04" damping="20" armature=".1"/>
    <geom name="left_pad" type="box" size=".01 .006 .026" pos="0 .006 .024" mass=".05" rgba=".2 .2 .2 1"
      friction="2 .05 .001" condim="4"/>
  </body>
  <body name="right_finger" pos="0 0 .066">
    <joint name="right_finger" type="slide" axis="0 -1 0" range="0 .04" damping="20" armature=".1"/>
    <geom name="right_pad" type="box" size=".01 .006 .026" pos="0 -.006 .024" mass=".05" rgba=".2 .2 .2 1"
      friction="2 .05 .001" condim="4"/>
  </body>
</body></worldbody>
<actuator><position name="grip" joint="left_finger" kp="500" ctrlrange="0 .04" forcerange="-40 40"/></actuator>
<equality><joint joint1="left_finger" joint2="right_finger" polycoef="0 1 0 0 0"/></equality></mujoco>"""
"""A gripper of two boxes: the arm's model comes without a hand."""


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object on the table. Sizes in metres."""

    colour: str
    at: tuple[float, float]
    size: float = 0.04
    """The length of a cube's side, or a cylinder's height and diameter."""
    shape: str = "cube"


class Bin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open box that things are put into."""

    at: tuple[float, float]
    size: float = 0.16
    height: float = 0.04


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the arm has before it."""

    objects: dict[str, Thing]
    bins: dict[str, Bin] = {}
    spots: dict[str, tuple[float, float]] = {}
    """Places on the table that have a name."""


def read_scene(path: Path) -> Scene:
    """A scene from its file; TaskError names what is wrong with it."""
    try:
        scene = msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), Scene)
    except OSError as error:
        raise TaskError(f"cannot read the scene {path}: {error.strerror or error}") from None
    except yaml.YAMLError as error:
        raise TaskError(f"{path}: not YAML: {error}") from None
    except msgspec.ValidationError as error:
        raise TaskError(f"{path}: {error}; a scene has objects, bins and spots") from None
    return check_scene(scene, str(path))


def check_scene(scene: Scene, where: str = "scene") -> Scene:
    """The scene, if it can be built."""
    names = [*scene.objects, *scene.bins, *scene.spots]
    for name in names:
        if names.count(name) > 1 or name in ("table", "hand"):
            raise TaskError(f"{where}: {name!r} is the name of two things")
    for name, thing in scene.objects.items():
        if thing.colour not in COLOURS:
            raise TaskError(f"{where}: {name} has the colour {thing.colour!r}; {choices(thing.colour, COLOURS)}")
        if thing.shape not in ("cube", "cylinder"):
            raise TaskError(f"{where}: {name} has the shape {thing.shape!r}; {choices(thing.shape, ('cube', 'cylinder'))}")
        if not 0.01 <= thing.size <= 0.2:
            raise TaskError(f"{where}: {name} has the size {thing.size}; from 0.01 to 0.2 metres")
    return scene


def build(scene: Scene, *, visual: bool) -> Model:
    """The scene as a model. Without `visual` the arm's fine meshes are left out: physics needs them not."""
    spec: Spec = mujoco.MjSpec.from_file(str(_panda()))
    spec.option.timestep = 0.002
    for actuator in list(spec.actuators):
        spec.delete(actuator)
    if not visual:
        _strip(spec)
    for i, (stiff, damping, force) in enumerate(_GAINS, 1):
        servo = spec.add_actuator(name=f"servo{i}", target=f"joint{i}", trntype=mujoco.mjtTrn.mjTRN_JOINT)
        servo.set_to_position(kp=stiff, kv=damping)
        servo.forcerange, servo.forcelimited = [-force, force], True
    wrist = next(site for site in spec.sites if site.name == "attachment_site")
    spec.attach(mujoco.MjSpec.from_string(_HAND), prefix=GRIPPER, site=wrist)
    for body in spec.bodies:
        if is_arm(body.name):
            body.gravcomp = 1  # the servos hold the arm's own weight
    _furnish(spec, scene)
    return spec.compile()


def is_arm(body: str) -> bool:
    """Whether a body is a part of the arm or its hand."""
    return body.startswith(("link", GRIPPER))


def _panda() -> Path:
    found = find_spec("robopal")
    if found is None or not found.submodule_search_locations:
        raise TaskError("the robot world needs the arm's model: pip install 'midcourse[robot]'")
    return Path(found.submodule_search_locations[0]) / "assets" / "models" / "manipulators" / "Panda" / "panda.xml"


def _strip(spec: Spec) -> None:
    for geom in list(spec.geoms):
        if geom.classname.name == "panda/visual":
            spec.delete(geom)
    used = {geom.meshname for geom in spec.geoms}
    for mesh in list(spec.meshes):
        if mesh.name not in used:
            spec.delete(mesh)


def _furnish(spec: Spec, scene: Scene) -> None:
    """Table, light, cameras, bins, objects."""
    world, geom = spec.worldbody, mujoco.mjtGeom
    world.add_geom(name="table", type=geom.mjGEOM_PLANE, size=[3, 3, 0.1], rgba=[0.62, 0.55, 0.46, 1])
    world.add_light(pos=[1.2, -1.5, 2.5], dir=[-0.4, 0.6, -1], diffuse=[0.55, 0.55, 0.55], specular=[0, 0, 0])
    world.add_light(pos=[0.2, 1.5, 2.0], dir=[0.1, -0.8, -1], diffuse=[0.35, 0.35, 0.35], specular=[0, 0, 0])
    world.add_camera(name="side", pos=[1.55, -1.15, 0.95], xyaxes=[0.6, 0.8, 0, -0.40, 0.30, 0.866], fovy=38)
    world.add_camera(name="other_side", pos=[1.55, 1.15, 0.95], xyaxes=[-0.6, 0.8, 0, -0.40, -0.30, 0.866], fovy=38)
    world.add_camera(name="above", pos=[0.55, 0.0, 1.5], xyaxes=[0, -1, 0, 1, 0, 0], fovy=55)
    for name, box in scene.bins.items():
        half, tall = box.size / 2, box.height / 2
        for dx, dy, sx, sy in ((1, 0, WALL, half), (-1, 0, WALL, half), (0, 1, half, WALL), (0, -1, half, WALL)):
            place = [box.at[0] + dx * half, box.at[1] + dy * half, tall]
            side = f"{name}{dx}{dy}"
            world.add_geom(name=side, type=geom.mjGEOM_BOX, pos=place, size=[sx, sy, tall], rgba=[0.35, 0.37, 0.40, 1])
    for name, thing in scene.objects.items():
        half = thing.size / 2
        body = world.add_body(name=name, pos=[*thing.at, half + 0.002])
        body.add_freejoint()
        cube = thing.shape == "cube"
        body.add_geom(
            name=name,
            type=geom.mjGEOM_BOX if cube else geom.mjGEOM_CYLINDER,
            size=[half] * 3 if cube else [half, half, 0],
            rgba=[*COLOURS[thing.colour], 1],
            mass=0.05,
            friction=list(ROUGHNESS),
            condim=4,
        )
