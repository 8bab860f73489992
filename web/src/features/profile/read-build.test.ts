import { writeBuild } from '@muster/domain/builds/export'
import { describe, expect, test } from 'vitest'
import { decodeBuild } from '../../api/items/decode-build.ts'
import { compareBuilds, isUnchanged } from './compare.ts'
import { type Build, readBuild } from './read-build.ts'
import { encodeBuild } from '../../api/items/test-builds.ts'

/** A character as the game sends it, written by the same code as on the server. */
const character = (more: Record<string, unknown> = {}) =>
  writeBuild({
    id: 'a',
    name: 'Somebody',
    class: 'Deadeye',
    level: 92,
    experience: 1,
    metadata: { version: '3.29.0' },
    equipment: [
      {
        inventoryId: 'BodyArmour',
        frameTypeId: 'Rare',
        frameType: 2,
        name: 'Hollow “Grip”',
        typeLine: 'Simple Robe',
        baseType: 'Simple Robe',
        identified: true,
        ilvl: 80,
        sockets: [
          { group: 0, sColour: 'G' },
          { group: 0, sColour: 'G' },
        ],
        socketedItems: [
          {
            frameType: 4,
            typeLine: 'Tornado Shot',
            baseType: 'Tornado Shot',
            socket: 0,
            properties: [
              { name: 'Attack', values: [] },
              { name: 'Level', values: [['20', 0]] },
            ],
          },
          {
            frameType: 4,
            typeLine: 'Faster Attacks Support',
            baseType: 'Faster Attacks Support',
            support: true,
            socket: 1,
            properties: [{ name: 'Support', values: [] }],
          },
        ],
      },
    ],
    passives: { hashes: [50459, 7, 9], bandit_choice: 'Alira', pantheon_major: 'Arakaali' },
    ...more,
  } as never).xml

const read = (xml: string): Build => {
  const build = readBuild(xml)
  if (!build) throw new Error('not read')
  return build
}

const hugeBuild = await encodeBuild('a'.repeat(9 * 1024 * 1024))

describe('a build', () => {
  test('of the server is read back whole', async () => {
    const decoded = await decodeBuild(await encodeBuild(character()))
    expect(decoded.ok).toBe(true)
    const build = read(decoded.ok ? decoded.xml : '')
    expect(build).toMatchObject({ level: 92, class_name: 'Ranger', ascendancy: 'Deadeye', tree_version: '3_29' })
    expect(build.choices).toEqual({ bandit: 'Alira', major: 'Arakaali', minor: '' })
    expect(build.nodes).toEqual(new Set([7, 9, 50459]))
    expect(build.worn.get('Body Armour')).toMatchObject({ rarity: 'rare', name: 'Hollow "Grip"', base: 'Simple Robe' })
    expect(build.groups).toEqual([
      {
        slot: 'Body Armour',
        is_main: true,
        is_granted: false,
        gems: [
          { name: 'Tornado Shot', level: 20, quality: 0, is_support: false },
          { name: 'Faster Attacks', level: 1, quality: 0, is_support: true },
        ],
      },
    ])
    expect(build.stats.size).toBe(0)
  })

  test('of another program is read by its choices: tree, items, skills', () => {
    const build = read(`<PathOfBuilding>
      <Build level="90" className="Witch" ascendClassName="Wordsmith"><PlayerStat stat="Life" value="4200.5"/>
      <PlayerStat stat="ChaosMaximumHitTaken" value="inf"/><PlayerStat stat="Armour" value="nan"/><PlayerStat stat="Mana" value="0"/>
      <PlayerStat stat="FireResist" value="0" calculated="false"/><MinionStat stat="TotalDPS" value="9e3"/></Build>
      <Skills activeSkillSet="2"><SkillSet id="1"><Skill><Gem nameSpec="Old"/></Skill></SkillSet>
      <SkillSet id="2"><Skill slot="Gloves"><Gem nameSpec="New" level="3" skillId="SupportX"/></Skill></SkillSet></Skills>
      <Tree activeSpec="2"><Spec nodes="1"/><Spec nodes="2,x,-3" treeVersion="3_25_alternate"/></Tree>
      <Items activeItemSet="9"><Item id="4">Rarity: UNIQUE\nHeadhunter\nLeather Belt<ModRange range="1" id="1"/></Item>
      <ItemSet id="1"/><ItemSet id="9"><Slot name="Belt" itemId="4"/><Slot name="Helmet" itemId="77"/></ItemSet></Items>
      </PathOfBuilding>`)
    expect(build.ascendancy).toBe('Wordsmith')
    expect([...build.stats]).toEqual([
      ['Life', 4200.5],
      ['ChaosMaximumHitTaken', Number.POSITIVE_INFINITY],
      ['Mana', 0],
      ['MinionTotalDPS', 9000],
    ])
    expect(build.groups.flatMap(({ gems }) => gems.map((gem) => [gem.name, gem.is_support]))).toEqual([['New', true]])
    expect([...build.nodes]).toEqual([2])
    expect([...build.worn].map(([slot, item]) => [slot, item.name])).toEqual([['Belt', 'Headhunter']])
  })

  test.each([
    '<PathOfBuilding/>',
    '<PathOfBuilding><Build level="x"/><Skills/><Items><Item/></Items><Tree activeSpec="9"/></PathOfBuilding>',
  ])('with almost no content is no problem: %s', (xml) => {
    expect(readBuild(xml)).toMatchObject({ level: 0, ascendancy: '', groups: [] })
  })

  test.each(['', 'nothing', '<html/>', '<PathOfBuilding', '<!DOCTYPE x [<!ENTITY a "aa">]><PathOfBuilding>&a;</PathOfBuilding>'])(
    'is not %j',
    (xml) => {
      expect(readBuild(xml)).toBeNull()
    },
  )

  test.each([
    ['', 'not_a_build'],
    ['%%%', 'not_a_build'],
    ['aGVsbG8', 'not_a_build'],
    ['A'.repeat(256 * 1024 + 1), 'too_large'],
    [hugeBuild, 'too_large'],
  ])('that cannot be unpacked is reported (%#)', async (text, reason) => {
    expect(await decodeBuild(text)).toEqual({ ok: false, reason })
  })

  test('may be wrapped, unpadded and in the plain alphabet', async () => {
    const text = (await encodeBuild('<PathOfBuilding/>')).replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
    expect(await decodeBuild(` ${text.slice(0, 5)}\n${text.slice(5)} `)).toEqual({ ok: true, xml: '<PathOfBuilding/>' })
  })
})

describe('two builds', () => {
  test('with the same content are unchanged', () => {
    expect(isUnchanged(compareBuilds(read(character()), read(character())))).toBe(true)
  })

  test('differ in level, items, gems and passives', () => {
    const after = read(character({ level: 95, equipment: [], passives: { hashes: [50459, 9, 11] } }))
    const changes = compareBuilds(read(character()), after)
    expect(changes).toMatchObject({ levels: 3, nodes_added: [11], nodes_removed: [7] })
    expect(changes.slots.map(({ slot, before, after: now }) => [slot, before?.name, now])).toEqual([
      ['Body Armour', 'Hollow "Grip"', null],
    ])
    expect(changes.gems.map(({ name, kind }) => [name, kind])).toEqual([
      ['Faster Attacks', 'removed'],
      ['Tornado Shot', 'removed'],
    ])
  })
})
