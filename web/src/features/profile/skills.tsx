import '../../messages/profile.ts'
import { t } from '../../lib/text/messages.ts'
import type { Gem, GemGroup } from './read-build.ts'

const describe = ({ level, quality }: Gem) =>
  quality > 0 ? t('skills.gemQuality', { level, quality }) : t('skills.gem', { level })

/** The main group first, then by slot; links of one slot stay together. */
function groupBySlot(groups: readonly GemGroup[]): Map<string, GemGroup[]> {
  const sorted = groups.toSorted((a, b) => Number(b.is_main) - Number(a.is_main) || b.gems.length - a.gems.length)
  return Map.groupBy(sorted, (group) => group.slot)
}

/** Gems by their item; linked gems are together, supports below their skill. */
export function Skills({ groups }: { groups: readonly GemGroup[] }) {
  if (groups.length === 0) return <p className="profile-none">{t('skills.empty')}</p>
  return (
    <div className="skills">
      {[...groupBySlot(groups)].map(([slot, links]) => (
        <section key={slot} aria-label={slot || t('skills.noSlot')}>
          <h3>{slot || t('skills.noSlot')}</h3>
          {links.map((group, place) => (
            // Two links of one item can hold the same gems.
            // oxlint-disable-next-line react/no-array-index-key
            <Links key={place} group={group} />
          ))}
        </section>
      ))}
    </div>
  )
}

function Links({ group: { gems, is_main } }: { group: GemGroup }) {
  const first = gems.findIndex((gem) => !gem.is_support)
  return (
    <ul className="links">
      {gems.map((gem, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${place} ${gem.name}`} className={gem.is_support ? 'gem gem-support' : 'gem'}>
          <bdi className={is_main && place === first ? 'game strong' : 'game'}>{gem.name}</bdi>
          {is_main && place === first && <small className="quieter">{t('skills.main')}</small>}
          <small className="quieter num gem-level">{describe(gem)}</small>
        </li>
      ))}
    </ul>
  )
}
