import { describe, expect, test } from 'vitest'
import { chargeNames } from './charges.ts'
import { measureContrast, readOklch, writeHex } from './colour.ts'
import { assignTeamLooks, darkSurfaces, lightSurfaces } from './team-looks.ts'

/** 729 colours evenly over the cube, including corners. */
const steps = [0, 32, 64, 96, 128, 160, 192, 224, 255]
const hexOf = (c: number) => c.toString(16).padStart(2, '0')
const manyColours = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${hexOf(r)}${hexOf(g)}${hexOf(b)}`)))

const minContrast = (hex: string, surfaces: readonly string[]) => Math.min(...surfaces.map((s) => measureContrast(hex, s)))
const hueGap = (a: number, b: number) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))

/** The colours of a single team. */
function adjustTeamColour(color: string) {
  const look = assignTeamLooks([{ id: 1, name: '', color }]).get(1)
  if (!look) throw new Error('no look')
  return look.colours
}

describe('colours of teams', () => {
  test('reach 4.5:1 on every dark surface for any chosen colour', () => {
    expect(manyColours.filter((chosen) => minContrast(adjustTeamColour(chosen).dark, darkSurfaces) < 4.5)).toEqual([])
  })

  test('reach 3:1 as marks and 4.5:1 as text on every light surface', () => {
    expect(manyColours.filter((chosen) => minContrast(adjustTeamColour(chosen).light, lightSurfaces) < 3)).toEqual([])
    expect(manyColours.filter((chosen) => minContrast(adjustTeamColour(chosen).light_ink, lightSurfaces) < 4.5)).toEqual([])
  })

  test('keep the chosen hue', () => {
    const vivid = manyColours.filter((chosen) => (readOklch(chosen)?.chroma ?? 0) > 0.1)
    const moved = vivid.filter((chosen) => {
      const before = readOklch(chosen)?.hue ?? 0
      const { dark, light } = adjustTeamColour(chosen)
      return [dark, light].some((hex) => (readOklch(hex)?.chroma ?? 0) > 0.05 && hueGap(readOklch(hex)?.hue ?? 0, before) > 4)
    })
    expect(vivid.length).toBeGreaterThan(300)
    expect(moved).toEqual([])
  })

  test('clamp vivid colours', () => {
    expect(manyColours.filter((chosen) => (readOklch(adjustTeamColour(chosen).dark)?.chroma ?? 0) > 0.195)).toEqual([])
  })

  test('leave a readable colour unchanged', () => {
    expect(adjustTeamColour('#2bb673').dark).toBe('#2bb673')
  })

  test('turn an invalid colour into a neutral grey', () => {
    for (const broken of ['', 'red', '#12', 'javascript:alert(1)', '#gggggg']) {
      expect(readOklch(adjustTeamColour(broken).dark)?.chroma).toBeLessThan(0.01)
    }
  })
})

test('a hex colour survives the conversion to OKLCH and back', () => {
  const changed = manyColours.filter((hex) => writeHex(readOklch(hex) ?? { lightness: 0, chroma: 0, hue: 0 }) !== hex)
  expect(changed).toEqual([])
})

const teamsOf = (count: number, color = '#2f6fed') =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Team ${index + 1}`, color }))

describe('crests', () => {
  test('are distinct within an event of as many teams as there are charges, and of twice as many', () => {
    for (const count of [chargeNames.length, 2 * chargeNames.length]) {
      const looks = [...assignTeamLooks(teamsOf(count)).values()]
      expect(new Set(looks.map((look) => `${look.charge} ${look.outlined}`)).size).toBe(count)
    }
  })

  test('do not depend on the order in which teams arrive', () => {
    const teams = teamsOf(9)
    expect(assignTeamLooks([...teams].reverse()).get(4)).toEqual(assignTeamLooks(teams).get(4))
  })

  test('distinguish two teams of the same colour by shifting the hue of the second', () => {
    const looks = assignTeamLooks(teamsOf(3))
    const dark = [1, 2, 3].map((id) => looks.get(id)?.colours.dark)
    expect(new Set(dark).size).toBe(3)
  })

  test('keep two grey teams grey', () => {
    const looks = assignTeamLooks(teamsOf(2, '#d9d9d9'))
    expect(looks.get(2)?.colours).toEqual(looks.get(1)?.colours)
  })
})
