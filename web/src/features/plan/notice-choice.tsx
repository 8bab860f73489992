import './plan.css'
import '../../messages/plan.ts'
import { useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useWantsNotices, writeWantsNotices } from './notice-setting.ts'

/** Null in browsers that cannot notify at all. */
const readPermission = () => (typeof Notification === 'undefined' ? null : Notification.permission)

/** Switches notifications on and off. The browser asks only after that, and the page explains before. */
export function NoticeChoice() {
  const wants = useWantsNotices()
  const [permission, setPermission] = useState(readPermission)
  if (permission === null) return <span />
  const isOn = wants && permission === 'granted'
  async function switchOn(): Promise<void> {
    const granted = await Notification.requestPermission()
    setPermission(granted)
    writeWantsNotices(granted === 'granted')
  }
  return (
    <div className="plan-notice">
      <Button
        size="small"
        kind="quiet"
        icon="bell"
        disabled={permission === 'denied'}
        onClick={() => (isOn ? writeWantsNotices(false) : void switchOn())}
      >
        {t(isOn ? 'teamPlan.noticeOff' : 'teamPlan.noticeOn')}
      </Button>
      <p className="small quieter">
        {t(permission === 'denied' ? 'teamPlan.noticeDenied' : isOn ? 'teamPlan.noticeIsOn' : 'teamPlan.noticeHelp')}
      </p>
    </div>
  )
}
