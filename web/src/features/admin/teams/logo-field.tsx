import '../../../messages/admin-teams.ts'
import './teams.css'
import { largestPicture_bytes } from '@muster/contract/pictures'
import type { Team } from '@muster/contract/teams'
import { type ChangeEvent, useId, useState } from 'react'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { readFile } from '../../../lib/browser/picture-files.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'

/** File types offered by the browser; the server checks the file itself. */
const taken = ['image/png', 'image/jpeg', 'image/webp']

interface LogoFieldProps {
  team: Team
  event_id: Team['event_id']
  onChange: (team: Team) => void
}

/** The logo of a team: the current one, a preview before the upload, and a way to remove it. */
export function LogoField({ team, event_id, onChange }: LogoFieldProps) {
  const id = useId()
  const [chosen, setChosen] = useState<{ name: string; address: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const place = { event_id, team_id: team.id }
  const done = (text: string) => (saved: Team) => {
    setChosen(null)
    onChange(saved)
    showToast(text)
  }
  const upload = useWrite(
    (address: string) => callWrite('uploadTeamLogo', { ...place, body: { picture: address.slice(address.indexOf(',') + 1) } }),
    { onDone: done(t('adminTeams.logoSaved', { name: team.name })) },
  )
  const remove = useWrite(() => callWrite('deleteTeamLogo', place), {
    onDone: done(t('adminTeams.logoRemoved', { name: team.name })),
  })
  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    // Allows the same file to be chosen again.
    event.target.value = ''
    if (!file) return
    setChosen(null)
    upload.reset()
    if (!taken.includes(file.type)) return setProblem(t('adminTeams.logoWrongType'))
    if (file.size > largestPicture_bytes)
      return setProblem(t('adminTeams.logoTooLarge', { size: (file.size / 1024 / 1024).toFixed(1) }))
    setProblem(null)
    try {
      setChosen({ name: file.name, address: await readFile(file) })
    } catch {
      setProblem(t('adminTeams.logoUnreadable'))
    }
  }
  const shown = chosen?.address ?? team.logo
  return (
    <div className="admin-teams-logo" role="group" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {t('adminTeams.logo')}
      </span>
      <div className="admin-teams-logo-row">
        {shown ? (
          <img src={shown} alt={t(chosen ? 'adminTeams.logoChosen' : 'adminTeams.logoOf', { name: chosen?.name ?? team.name })} />
        ) : (
          <span className="admin-teams-no-logo">{t('adminTeams.noLogo')}</span>
        )}
        <div className="admin-teams-logo-acts">
          <label className="btn btn-plain btn-normal">
            {t(team.logo || chosen ? 'adminTeams.logoOther' : 'adminTeams.logoChoose')}
            <input type="file" className="vh" accept={taken.join(',')} onChange={(event) => void choose(event)} />
          </label>
          {chosen && (
            <>
              <Button kind="primary" isBusy={upload.is_busy} onClick={() => upload.run(chosen.address)}>
                {t(upload.is_busy ? 'adminTeams.logoUploading' : 'adminTeams.logoUpload')}
              </Button>
              <Button onClick={() => setChosen(null)} disabled={upload.is_busy}>
                {t('adminTeams.logoDiscard')}
              </Button>
            </>
          )}
          {!chosen && team.logo && (
            <Button isBusy={remove.is_busy} onClick={() => remove.run(undefined as never)}>
              {t('adminTeams.logoRemove')}
            </Button>
          )}
        </div>
      </div>
      {problem ? (
        <p className="field-error" role="alert">
          {problem}
        </p>
      ) : (
        <p className="field-hint">{t('adminTeams.logoHelp')}</p>
      )}
      <WriteProblem write={upload} />
      <WriteProblem write={remove} />
    </div>
  )
}
