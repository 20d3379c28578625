"""Every threshold of the reading path, in one place, with its unit."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Settings:
    # photo
    max_megapixels: float = 120.0
    """Larger JPEGs are refused before they are decoded."""
    max_megapixels_at_once: float = 80.0
    """Larger pictures of other formats are; they are held in memory whole."""
    halve_above_megapixels: float = 40.0
    """Larger pictures are never read at their full size, which finds no more and fills memory."""
    max_pages: int = 500
    pdf_dpi: float = 250.0
    """Resolution at which the pages of a PDF are drawn."""
    max_pdf_side_px: float = 5000.0
    min_side_px: int = 120
    reduce_above_megapixels: float = 6.5
    """Larger JPEGs are decoded at half size first, which is several times faster."""

    # fiducials
    quick_width_px: int = 1000
    """About the long side at which large fiducials are looked for first."""
    quick_window_px: int = 9
    """Window of the local threshold there."""
    quick_side_px: float = 18.0
    """Least side of a fiducial there."""
    search_width_px: int = 1200
    """Long side at which fiducials are looked for next; then the full picture."""
    min_perimeter_share: float = 0.016
    """Least perimeter of a fiducial as a share of the picture's long side."""
    near_reach: float = 3.0
    """Half width of the cut-out in which a missing fiducial is looked for, in fiducial sides."""
    near_side_px: float = 48.0
    """Side of the fiducial in that cut-out, after enlarging."""
    refine_window_share: float = 0.09
    """Half window of the corner refinement as a share of the fiducial's side."""
    pair_distance_tolerance: float = 0.55
    """How far the distance of two fiducials may be from what their size predicts, as a share."""

    # small and blurred fiducials
    spot_windows_px: tuple[int, ...] = (15, 31)
    """Windows of the local thresholds that part dark spots from the paper."""
    spot_contrast: float = 10.0
    """A pixel is dark if it is this much below the mean of its window, in grey levels."""
    spot_sides_px: tuple[int, int] = (9, 70)
    """Least and greatest width and height of a spot."""
    spot_longest: float = 2.5
    """Greatest ratio of its sides."""
    spot_alike: float = 2.0
    """Beside a sheet, spots are looked at that are at most so many times larger or smaller than its
    fiducials."""
    spot_hull_share: float = 0.75
    """Least share of the quadrilateral around a spot that its convex hull fills."""
    spot_blur_modules: float = 0.45
    """Blur with which the fiducials are drawn for the comparison, a standard deviation."""
    spot_likeness: float = 0.8
    """Correlation with a fiducial from which a spot is looked at closer; spots that are none reach
    0.93, fiducials seldom less than 0.9."""
    spot_fitted_likeness: float = 0.9
    """Least correlation once the fiducial is fitted to the picture."""
    spot_bits: float = 0.83
    """The same of its bits without the border, which other spots seldom reach ..."""
    spot_bits_lead: float = 0.13
    """... and of how much less the bits of every other fiducial must correlate."""

    # room for further sheets
    room_brightness: float = 0.55
    """What is at least this bright beside the paper of the sheets found may be paper too."""
    room_share: float = 0.5
    """There may be another sheet if that is at least this share of the smallest sheet found."""

    # registration
    lone_pair_tolerance: float = 0.4
    """The same for two fiducials that alone make a sheet."""
    max_residual_mm: float = 2.6
    """Sheets whose fiducials fit their homography worse than this are refused."""
    min_cell_px: float = 18.0
    """Sheets whose cells are narrower in the photo are refused."""
    full_size_below_px_per_mm: float = 3.6
    """Below this resolution a picture decoded at half size is decoded again in full."""

    # growing from two fiducials
    grow_step_mm: float = 45.0
    """How far from what is known already the print is looked for next."""
    grow_match: float = 0.45
    """Correlation from which a find is trusted while growing."""
    grow_tolerance_mm: float = 2.0
    """Finds further from the homography of the others are dropped."""
    grow_focal_lengths: tuple[float, ...] = (0.78, 1.0)
    """Focal lengths of cameras to be tried, as a share of the photo's long side."""
    grow_enough: float = 0.7
    """Share of the patches that must be found; none but the best start is accepted below."""
    max_code_residual_mm: float = 1.2
    """A 2-D code that fits worse with the fiducials is that of another sheet."""
    code_offset_mm: float = 3.0
    """How far a 2-D code that was found anywhere in the photo may lie from its place."""

    # 2-D codes of which blur has run the modules together
    code_blurs_modules: tuple[float, ...] = (0.6, 0.45, 0.85)
    """Blurs from which the fit starts, standard deviations."""
    code_blur_limits: tuple[float, float] = (0.2, 1.3)
    """Between these it stays, in modules."""
    code_rounds: int = 14
    """Rounds of modules and blur in turn, at most."""
    code_shade_steps: int = 120
    """Gradient steps to the modules in shades of grey."""
    code_flips: int = 300
    """Flips of modules at most in a round."""

    # rectified picture
    px_per_mm: float = 6.0

    # local alignment
    coarse_px_per_mm: float = 1.5
    coarse_range_mm: float = 5.0
    fine_px_per_mm: float = 3.0
    fine_range_mm: float = 1.6
    min_match: float = 0.25
    """Correlation below which a cell's place is not trusted for the alignment."""
    min_sheet_match: float = 0.02
    """Four fifths of the boxes must match the blank print this well, where the sheet's own code
    says what was printed; less is no photo to read marks from."""
    min_match_by_hand: float = 0.25
    """The same where the code was typed. Prints of other layouts can reach more: see likeness."""
    max_misfit_mm: float = 1.0
    """Alignment residual (median) above which the sheet is refused."""

    # likeness of prints
    least_difference: float = 1.0
    """Prints differ at a place if the squared difference of their ink densities sums to this."""
    least_strength: float = 0.25
    """Print that came out weaker tells nothing."""
    lean_to_own: float = 0.35
    """Up to here a place shows the print that it should show ..."""
    lean_to_other: float = 0.6
    """... and from here on another one."""
    coloured_spread: float = 0.25
    """Colours of the print differ by this much between their channels."""
    colourless_share: float = 0.3
    """Photos with less of that are grey."""
    max_lean: float = 0.65
    """Sheets that lean more to another print than that of their code are refused (median) ..."""
    max_share_against: float = 0.25
    """... and those that lean to any other draw at a larger share of the places ..."""
    max_share_to_variants: float = 0.22
    """... or to any other variant: drawn layouts differ from each other, so that the median may
    let one pass. What it costs and finds: make bench-codes."""
    max_lean_to_palette: float = 0.85
    """The same of other palettes, to which a bad printer's colours lean."""

    # paper around a cell
    least_enclosed: float = 0.7
    """A cell that holds this share of what is light in its crop lies among bands, so that its own
    ink may be taken for paper once it is filled."""
    darkest_paper: float = 0.9
    """It is filled if what seems its paper is darker than this share of the darkest around it."""

    # marks
    least_spot_of_marks: float = 0.03
    """Where nothing in a cell is this much darker than the blank print, paper or what of the cell
    is unprinted and brighter being 1, there is no mark that an eye could see. What it costs and
    saves: tests/training/judge_marks.py."""
    chances_without_spot: tuple[float, ...] = (0.9998, 0.0001, 0.0, 0.0, 0.0001)
    """Probabilities of ``MARKS`` in such cells."""
    certain: float = 0.999
    """Cells about which the quick net is less certain are looked at again ..."""
    certain_of_marks: float = 0.9999
    """... and so are crosses about which it is less certain than this, as scribbles look like some,
    and cells that have a spot and seem empty: it may miss a dot beside a digit."""
    least_spot: float = 0.06
    """How much darker than the blank print a spot is, where paper is 1."""
    dark_spot: float = 0.12
    """Where it is so dark, certainty does not count."""
    certain_after_fine: float = 0.998
    """Cells about which the fine net is less certain the close net looks at."""
    certain_after_views: tuple[float, ...] = (0.99, 0.98)
    """Cells about which that is less certain it sees upside down, too, and those about which it
    then is less certain than the second, which must be smaller, mirrored."""
    max_doubts: tuple[tuple[float, ...], ...] = (
        (1.0, 0.03, 0.08, 0.08, 0.05),
        (0.02, 1.0, 0.06, 0.05, 0.10),
        (0.30, 0.04, 1.0, 0.10, 0.10),
        (0.20, 0.15, 0.15, 1.0, 0.20),
    )
    """A mark is unsure if another is more probable than this; for each best guess in the order of
    ``MARKS`` a row. Least is allowed where a cross could be missed or made up; a dash for nothing
    or the other way round does little harm. From tests/training/judge_marks.py."""
    max_doubts_alone: tuple[tuple[float, ...], ...] = (
        (1.0, 0.015, 0.02, 1.0, 0.01),
        (1.0, 1.0, 1.0, 1.0, 1.0),
        (1.0, 0.2, 1.0, 1.0, 1.0),
        (1.0, 1.0, 1.0, 1.0, 1.0),
    )
    """The same for what the fine net saw before the sheet was weighed: that nothing else is there,
    or dashes beside, is no reason to overlook a dot or the light upright of a cross ..."""
    max_doubts_in_both: tuple[tuple[float, ...], ...] = (
        (1.0, 1.0, 1.0, 1.0, 1.0),
        (1.0, 1.0, 1.0, 1.0, 0.03),
        (1.0, 0.03, 1.0, 1.0, 1.0),
        (1.0, 1.0, 1.0, 1.0, 1.0),
    )
    """... and for the geometric mean of the two: what neither rules out, like a cross of which an
    eraser left something. From judge_marks.py, too."""
    many_doubts: int = 3
    """On a sheet with so many unsure marks, which people look at anyway, the others are ..."""
    wariness: float = 0.25
    """... unsure if another mark is more probable than this share of ``max_doubts``."""
    max_typical_doubt: float = 0.0005
    """Sheets whose crosses are as a rule more doubtful are refused (``marks.typical_doubt``) ..."""
    least_crosses: int = 5
    """... if they bear so many, or marks in their place ..."""
    max_ink_of_faint: float = 0.007
    """... that nothing is to be made of and that have no more ink."""
    min_overruling: float = 0.99
    """Where the sheet net guesses another mark than the fine net, it must be as sure as this ..."""
    min_seen: float = 0.05
    """... and the fine net must have thought its guess as probable as this."""
    min_visibility: float = 0.2
    """A cell whose print is less visible (1: as on the blank print) is not taken for empty."""
    ink_darkness: float = 0.16
    """Darkness relative to the surroundings from which a pixel counts as ink."""
    free_of_print: float = 0.08
    """Paper with darker print than this is not counted as room for ink."""
    max_ink_of_empty: float = 0.15
    """More ink in a cell taken for empty makes it unsure ..."""
    ink_of_dark_print: float = 0.07
    """... but not if the other empty cells of its row have more than this (median) ..."""
    cells_of_dark_print: int = 3
    """... and are at least so many."""

    def wary(self) -> Settings:
        """Those for sheets with ``many_doubts``."""
        limits = tuple(tuple(limit * self.wariness for limit in row) for row in self.max_doubts)
        return replace(self, max_doubts=limits)


SETTINGS = Settings()
