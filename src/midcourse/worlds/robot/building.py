"""A scene as a MuJoCo model: the arm, its hand, the table, light, cameras, and the things."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from ...core.errors import TaskError
from .engine import Model, Spec, mujoco
from .scene import COLOURS, GRIPPER, PART, ROUGHNESS, WALL, Scene, is_arm

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
    # All light together is less than one: what is brighter than white loses its hue.
    spec.visual.headlight.ambient, spec.visual.headlight.diffuse = [0.3, 0.3, 0.3], [0, 0, 0]
    world.add_light(pos=[1.2, -1.5, 2.5], dir=[-0.4, 0.6, -1], diffuse=[0.45, 0.45, 0.45], specular=[0, 0, 0])
    world.add_light(pos=[0.2, 1.5, 2.0], dir=[0.1, -0.8, -1], diffuse=[0.25, 0.25, 0.25], specular=[0, 0, 0])
    world.add_camera(name="side", pos=[1.55, -1.15, 0.95], xyaxes=[0.6, 0.8, 0, -0.40, 0.30, 0.866], fovy=38)
    world.add_camera(name="other_side", pos=[1.55, 1.15, 0.95], xyaxes=[-0.6, 0.8, 0, -0.40, -0.30, 0.866], fovy=38)
    world.add_camera(name="above", pos=[0.55, 0.0, 1.5], xyaxes=[0, -1, 0, 1, 0, 0], fovy=55)
    for name, box in scene.bins.items():
        half, tall = box.size / 2, box.height / 2
        for dx, dy, sx, sy in ((1, 0, WALL, half), (-1, 0, WALL, half), (0, 1, half, WALL), (0, -1, half, WALL)):
            place = [box.at[0] + dx * half, box.at[1] + dy * half, tall]
            side = f"{name}{PART}{dx}{dy}"
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
