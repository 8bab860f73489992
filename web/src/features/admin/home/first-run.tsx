import './home.css'
import '../../../messages/admin-home.ts'
import { endpoints } from '@muster/contract/endpoints'
import { isGranted, mayOpen } from '@muster/domain/access'
import { readEventTitle } from '@muster/domain/events/title'
import { Link } from '@tanstack/react-router'
import { useEvents, useSelf } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { nameButton } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { adminLinks } from '../kit/admin-links.ts'
import { useCaller } from '../kit/use-caller.ts'

/** A fresh installation: whoever may make events is led to the first one, everybody else is told that there is none. */
export function FirstRun() {
  const caller = useCaller()
  const events = useEvents()
  if (events.length > 0) return <ChooseEvent />
  if (caller === undefined || !isGranted(endpoints.createEvent.access, caller))
    return (
      <AdminPage title={t('admin.title')}>
        <Empty title={t('home.noEventTitle')} text={t('home.noEventText')} />
      </AdminPage>
    )
  return <Checklist />
}

/** There are events, and none that the pages open with. */
function ChooseEvent() {
  return (
    <AdminPage title={t('home.chooseTitle')} lead={t('home.chooseText')}>
      <ul className="home-events">
        {useEvents().map(({ id, name }) => (
          <li key={id}>
            <Link to={paths.admin} search={{ event: id }} className="link">
              <bdi>{readEventTitle(name)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </AdminPage>
  )
}

const steps = ['connect', 'name', 'definition', 'invite', 'rehearse'] as const

function Checklist() {
  const hasAccount = (useSelf().data?.account_name ?? null) !== null
  const caller = useCaller()
  const events = adminLinks.find(({ page }) => page === 'events' && caller !== undefined && mayOpen(page, caller))?.link(null)
  return (
    <AdminPage title={t('home.firstTitle')} lead={t('home.firstLead')}>
      <ol className="home-steps">
        {steps.map((step, index) => (
          <li key={step} className={step === 'connect' && hasAccount ? 'is-done' : undefined}>
            <span className="home-step-number num" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h2>{t(`home.step.${step}`)}</h2>
              <p className="quiet">{t(`home.stepText.${step}`)}</p>
            </div>
            {step === 'connect' &&
              (hasAccount ? (
                <Badge kind="good" icon="check">
                  {t('home.stepDone')}
                </Badge>
              ) : (
                <Link to={paths.settings} className={nameButton({ kind: 'primary' })}>
                  {t('home.stepGo.connect')}
                </Link>
              ))}
            {step === 'name' && events && (
              <Link {...events} className={nameButton({ kind: hasAccount ? 'primary' : 'plain' })}>
                {t('home.stepGo.name')}
              </Link>
            )}
            {(step === 'definition' || step === 'invite') && <span className="quieter small">{t('home.stepLater')}</span>}
          </li>
        ))}
      </ol>
    </AdminPage>
  )
}
