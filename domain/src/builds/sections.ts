import type { CharacterDetail } from '@muster/contract/game-api'
import type { BuildItems } from './items.ts'
import type { MainSkill, SkillGroup } from './skills.ts'
import { escapeText, writeElement } from './xml.ts'

/** A character in the import format of Path of Building, before compression. The same character always gives the same text. */
export interface BuildExport {
  readonly xml: string
  readonly level: number
  /** The game's name. */
  readonly ascendancy: string
  /** A guess from the links; empty if there is nothing to guess from. */
  readonly main_skill: string
}

/** Groups stay in their order, because `main` refers to them by number. */
export function writeSkills(groups: readonly SkillGroup[], main: MainSkill | null): string {
  const skills = groups.map(({ slot, gems }, place) => {
    const active = main?.group === place ? main.skill + 1 : 1
    const attributes = { enabled: true, slot: slot || undefined, mainActiveSkill: active, mainActiveSkillCalcs: active }
    return writeElement(
      'Skill',
      attributes,
      gems.map(({ name, program_id, level, quality, is_support }) =>
        writeElement('Gem', {
          nameSpec: name,
          gemId: program_id,
          level,
          quality,
          qualityId: 'Default',
          enabled: true,
          enableGlobal1: true,
          count: 1,
          // The program does not need it; our pages draw links from it.
          support: is_support ? true : undefined,
        }),
      ),
    )
  })
  const view = {
    activeSkillSet: 1,
    sortGemsByDPS: true,
    sortGemsByDPSField: 'CombinedDPS',
    showSupportGemTypes: 'ALL',
    defaultGemLevel: 'normalMaximum',
    defaultGemQuality: 0,
  }
  return writeElement('Skills', view, [writeElement('SkillSet', { id: 1 }, skills)])
}

export function writeItems({ items, slots }: Pick<BuildItems, 'items' | 'slots'>): string {
  return writeElement('Items', { activeItemSet: 1 }, [
    ...items.map(({ id, text }) => writeElement('Item', { id }, [`\n${escapeText(text)}\n`])),
    writeElement(
      'ItemSet',
      { id: 1, useSecondWeaponSet: false },
      // Flasks stay off, so that no figure is flattering.
      slots.map(({ name, item, is_flask }) => writeElement('Slot', { name, itemId: item, active: is_flask ? false : undefined })),
    ),
  ])
}

/** Jewels in the passive tree. */
export const writeSockets = (jewels: BuildItems['jewels']): string =>
  writeElement(
    'Sockets',
    {},
    jewels.map(({ node, item }) => writeElement('Socket', { nodeId: node, itemId: item })),
  )

/** The whole text, and the values stored with it. */
export const finishBuild = ({ level, class: ascendancy }: CharacterDetail, xml: string, main: MainSkill | null): BuildExport => ({
  xml: `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`,
  level,
  ascendancy,
  main_skill: main?.name ?? '',
})
