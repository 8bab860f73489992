import './rules-page.css'
import '../../messages/rules.ts'
import '../../messages/home.ts'
import { useScoreTree } from '../../api/scores/event.ts'
import { PersonalRules } from '../../api/scores/personal-rules.tsx'
import { t } from '../../lib/text/messages.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { listRules } from './list-rules.ts'
import { RuleList } from './rule-list.tsx'

/** The scoring rules of every category, from its presets. */
export function ScoringRules() {
  const { categories } = useScoreTree()
  if (categories.length === 0) return <Empty title={t('rules.empty')} text={t('crosstable.emptyText')} />
  return categories.map((branch) => (
    <section key={branch.item.id} className="rules-category" aria-labelledby={`category-${branch.item.id}`}>
      <h3 id={`category-${branch.item.id}`}>
        <bdi>{branch.item.title}</bdi>
      </h3>
      {branch.item.note && (
        <p className="quiet">
          <bdi>{branch.item.note}</bdi>
        </p>
      )}
      <RuleList rules={listRules([branch])} />
      {branch.item.view === 'personal' && (
        <div className="rules-personal">
          <PersonalRules />
        </div>
      )}
    </section>
  ))
}
