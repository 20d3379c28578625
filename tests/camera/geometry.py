"""Curled paper in space and the pinhole camera that looks at it.

World: mm, x right, y down the table, z away from the camera (the table is z = 0, paper bulges to
negative z). In: poses and curls. Out: projections in pixels and, for every pixel, the point of
the paper that it sees (mm from the paper's middle).
"""

from dataclasses import dataclass

import numpy as np

from .paper import Points

SAMPLES = 513
REACH = 1.35  # the profile is known this far beyond the paper


@dataclass(frozen=True)
class Curl:
    """Paper bent about one axis, more at one end of the axis than at the other (a cone)."""

    angle: float  # direction across the axis, radians
    along: Points  # positions across the axis, mm
    profile: Points  # height above the table at each, mm
    slip: Points  # how far each point moves to keep the paper's length, mm
    cone: float  # change of height along the axis, -1..1
    reach: float  # half length of the paper along the axis, mm

    def lift(self, u: Points, v: Points) -> tuple[Points, Points, Points]:
        """Height and sideways displacement (x, y) of the paper's points, all in mm."""
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        s, t = u * cos + v * sin, v * cos - u * sin
        share = np.clip((1 + self.cone * t / self.reach) / (1 + abs(self.cone)), 0, 1.2)
        height = np.interp(s, self.along, self.profile) * share
        slip = np.interp(s, self.along, self.slip) * share**2
        return height, slip * cos, slip * sin

    def slope(self, u: Points, v: Points) -> Points:
        """Slope across the axis (rise per mm), for the light on the paper."""
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        s, t = u * cos + v * sin, v * cos - u * sin
        share = np.clip((1 + self.cone * t / self.reach) / (1 + abs(self.cone)), 0, 1.2)
        return np.asarray(
            np.interp(s, self.along, np.gradient(self.profile, self.along)) * share, np.float64
        )


def make_curl(
    width: float, height: float, sagitta: float, fold: float, rng: np.random.Generator
) -> Curl:
    """Curl of a paper (mm) by `sagitta` mm, with a crease that lifts it by `fold` mm."""
    angle = rng.uniform(0, np.pi) if rng.random() < 0.5 else rng.choice([0.0, np.pi / 2])
    angle = float(angle + rng.normal(0, 0.08))
    cos, sin = abs(np.cos(angle)), abs(np.sin(angle))
    across = float(width * cos + height * sin) / 2
    along_axis = float(height * cos + width * sin) / 2
    s = np.linspace(-REACH * across, REACH * across, SAMPLES)
    shape = rng.choice(["cup", "arch", "end"], p=[0.35, 0.35, 0.3])
    if shape == "cup":
        profile = (s / across) ** 2
    elif shape == "arch":
        profile = 1 - (s / across) ** 2
    else:
        start = rng.uniform(-0.4, 0.3) * across
        profile = (np.clip(s - start, 0, None) / (across - start)) ** 2
    profile = sagitta * profile
    if fold > 0:
        crease = rng.uniform(-0.3, 0.3) * across
        round_mm = rng.uniform(2.0, 6.0)
        ridge = np.sqrt((s - crease) ** 2 + round_mm**2) - round_mm
        ridge /= np.interp([-across, across], s, ridge).max()
        profile = profile + fold * (ridge if rng.random() < 0.5 else 1 - ridge)
    bent = np.gradient(profile, s)
    path = np.concatenate([[0], np.cumsum((bent[1:] ** 2 + bent[:-1] ** 2) / 4 * np.diff(s))])
    slip = -(path - np.interp(0, s, path))
    return Curl(angle, s, profile, slip, float(rng.uniform(-0.7, 0.7)), along_axis)


@dataclass(frozen=True)
class Pose:
    """Where a paper lies: its middle on the table (mm), turned by `turn` radians, curled."""

    x: float
    y: float
    turn: float
    curl: Curl

    def place(self, points: Points) -> Points:
        """(N, 2) mm from the paper's middle to (N, 3) mm in the world."""
        u, v = points[:, 0], points[:, 1]
        height, du, dv = self.curl.lift(u, v)
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        x = self.x + (u + du) * cos - (v + dv) * sin
        y = self.y + (u + du) * sin + (v + dv) * cos
        return np.stack([x, y, -height], axis=-1)


@dataclass(frozen=True)
class Camera:
    """A pinhole: position (mm), rotation world to camera, focal length and frame in pixels."""

    position: Points
    rotation: Points
    focal: float
    width: int
    height: int

    def project(self, points: Points) -> Points:
        """(N, 3) mm to (N, 2) pixels (0, 0 = middle of the top left pixel)."""
        seen = (points - self.position) @ self.rotation.T
        centre = np.array([(self.width - 1) / 2, (self.height - 1) / 2])
        return np.asarray(self.focal * seen[:, :2] / seen[:, 2:] + centre, np.float64)

    def look(self, px: Points, py: Points) -> Points:
        """World directions of the rays through pixels, z component 1."""
        x = (px - (self.width - 1) / 2) / self.focal
        y = (py - (self.height - 1) / 2) / self.focal
        ray = np.stack([x, y, np.ones_like(x)], axis=-1) @ self.rotation
        return np.asarray(ray / ray[..., 2:], np.float64)

    def see(self, px: Points, py: Points, pose: Pose) -> tuple[Points, Points]:
        """The point of the paper's surface (mm from its middle) at each pixel."""
        ray = self.look(px, py)
        cos, sin = np.cos(pose.turn), np.sin(pose.turn)
        depth = np.full(px.shape, -self.position[2])
        u = v = np.zeros(px.shape)
        for step in range(9):
            x = self.position[0] + ray[..., 0] * depth - pose.x
            y = self.position[1] + ray[..., 1] * depth - pose.y
            a, b = x * cos + y * sin, y * cos - x * sin
            if step == 0:
                u, v = a, b
            height, du, dv = pose.curl.lift(u, v)
            u, v = a - du, b - dv
            depth = -self.position[2] - height
        return u, v


def aim(
    points: Points,
    tilt: float,
    tilt_way: float,
    roll: float,
    frame: tuple[int, int],
    focal: float,
    fill: float,
    drift: tuple[float, float],
) -> Camera:
    """A camera (angles in radians) that has the world points fill the share `fill` of its frame.

    `drift` (-1..1 each) moves them off the middle, as far as the frame allows.
    """
    axis = np.array([np.cos(tilt_way), np.sin(tilt_way), 0.0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    lean = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross
    cos, sin = np.cos(roll), np.sin(roll)
    rotation = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ lean
    target = points.mean(axis=0)
    width, height = frame
    far = focal * float(np.ptp(points[:, :2], axis=0).max()) / (fill * width)
    free = np.array([width, height]) * 0.985
    camera = Camera(target, rotation, focal, width, height)
    for _ in range(25):
        camera = Camera(target - far * rotation[2], rotation, focal, width, height)
        seen = camera.project(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        share = float(((high - low) / np.array([width, height])).max())
        wanted = np.array(drift) * np.maximum(free - (high - low), 0) / 2
        off = (low + high) / 2 - np.array([(width - 1) / 2, (height - 1) / 2]) - wanted
        target = target + (off[0] * rotation[0] + off[1] * rotation[1]) * far / focal
        far *= share / fill
    return camera
