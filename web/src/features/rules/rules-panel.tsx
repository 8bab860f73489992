import './rules.css'
import '../../messages/rules.ts'
import { Link } from '@tanstack/react-router'
import { useScoreTree } from '../../api/scores/event.ts'
import { PersonalRules } from '../../api/scores/personal-rules.tsx'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { listRules } from './list-rules.ts'
import { RuleList } from './rule-list.tsx'

/** The scoring rules of a page, from its presets and the engine. Without branches: the whole event. */
export function RulesPanel({ id, title, branch_ids }: { id: string; title: string; branch_ids: readonly number[] }) {
  const { tree, categories } = useScoreTree()
  const isWhole = branch_ids.length === 0
  const branches = isWhole ? categories : branch_ids.flatMap((branch) => tree.by_id.get(branch) ?? [])
  const notes = isWhole ? [] : branches.map(({ item }) => item.note).filter((note) => note !== '')
  const hasPersonal = isWhole && categories.some(({ item }) => item.view === 'personal')
  return (
    <section className="rules-panel" id={id} aria-labelledby={`${id}-title`}>
      <div className="wrap">
        <div className="block-head">
          <h2 className="block-title" id={`${id}-title`}>
            <bdi>{isWhole ? t('rules.event') : t('rules.page', { title })}</bdi>
          </h2>
          <div className="block-note">
            <Link to={paths.rules} className="link">
              {t('rules.all')}
            </Link>
          </div>
        </div>
        {notes.map((note) => (
          <p key={note} className="rules-note">
            <bdi>{note}</bdi>
          </p>
        ))}
        <RuleList rules={listRules(branches)} />
        {hasPersonal && (
          <div className="rules-personal">
            <h3>{t('rules.steps')}</h3>
            <PersonalRules />
          </div>
        )}
      </div>
    </section>
  )
}
