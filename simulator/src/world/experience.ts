/**
 * Total experience at the start of level i+1. The published tables swap two digits at level 34; this value makes the increments
 * grow evenly.
 */
export const cumulativeExperience: readonly number[] = [
  0, 525, 1760, 3781, 7184, 12186, 19324, 29377, 43181, 61693, 85990, 117506, 157384, 207736, 269997, 346462, 439268, 551295,
  685171, 843709, 1030734, 1249629, 1504995, 1800847, 2142652, 2535122, 2984677, 3496798, 4080655, 4742836, 5490247, 6334393,
  7283446, 8348398, 9541110, 10874351, 12361842, 14018289, 15859432, 17905634, 20171471, 22679999, 25456123, 28517857, 31897771,
  35621447, 39721017, 44225461, 49176560, 54607467, 60565335, 67094245, 74247659, 82075627, 90631041, 99984974, 110197515,
  121340161, 133497202, 146749362, 161191120, 176922628, 194049893, 212684946, 232956711, 255001620, 278952403, 304972236,
  333233648, 363906163, 397194041, 433312945, 472476370, 514937180, 560961898, 610815862, 664824416, 723298169, 786612664,
  855129128, 929261318, 1009443795, 1096169525, 1189918242, 1291270350, 1400795257, 1519130326, 1646943474, 1784977296,
  1934009687, 2094900291, 2268549086, 2455921256, 2658074992, 2876116901, 3111280300, 3364828162, 3638186694, 3932818530,
  4250334444,
]

export const MAX_LEVEL = cumulativeExperience.length

/** Experience at the start of a level. */
export const experienceAtLevel = (level: number): number => cumulativeExperience[Math.min(MAX_LEVEL, Math.max(1, level)) - 1] ?? 0

/** Level of a character with this experience. `from` shortens the search if the level cannot be lower. */
export const levelAtExperience = (experience: number, from = 1): number => {
  let level = from
  while (level < MAX_LEVEL && experience >= experienceAtLevel(level + 1)) level++
  return level
}

/** Hours of play that a character of skill 1 needs to reach a level: a plausible estimate, not a measurement. */
const pace: readonly (readonly [hours: number, level: number])[] = [
  [0.5, 10],
  [1.3, 20],
  [3, 33],
  [4, 40],
  [6.5, 55],
  [9.5, 68],
  [13, 75],
  [16, 80],
  [21, 85],
  [32, 90],
  [42, 92],
  [70, 95],
  [110, 97],
  [260, 100],
]

/** Experience after this many hours of play at skill 1; log-linear between the knots, quadratic before the first. */
export const experienceAfterHours = (hours: number): number => {
  let [fromHours, fromExperience] = [0, 0]
  for (const [toHours, level] of pace) {
    const toExperience = experienceAtLevel(level)
    if (hours < toHours) {
      const share = (hours - fromHours) / (toHours - fromHours)
      if (fromHours === 0) return Math.floor(toExperience * share * share)
      return Math.floor(fromExperience * Math.exp(Math.log(toExperience / fromExperience) * share))
    }
    fromHours = toHours
    fromExperience = toExperience
  }
  return fromExperience
}

/** Inverse of `experienceAfterHours`. */
export const hoursForExperience = (experience: number): number => {
  let [fromHours, fromExperience] = [0, 0]
  for (const [toHours, level] of pace) {
    const toExperience = experienceAtLevel(level)
    if (experience < toExperience) {
      if (fromHours === 0) return toHours * Math.sqrt(experience / toExperience)
      return fromHours + ((toHours - fromHours) * Math.log(experience / fromExperience)) / Math.log(toExperience / fromExperience)
    }
    fromHours = toHours
    fromExperience = toExperience
  }
  return fromHours
}
