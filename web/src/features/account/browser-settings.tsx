import '../../messages/settings.ts'
import '../../messages/ladder-page.ts'
import { useId } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { t } from '../../lib/text/messages.ts'
import {
  changePreferences,
  defaultPreferences,
  type LadderColumn,
  ladderColumnNames,
  themeChoices,
  usePreferences,
} from '../../lib/browser/preferences.ts'
import { listZones } from '../../lib/time/event-zone.ts'
import { formatExact } from '../../lib/time/time.ts'
import { Button, ButtonRow } from '../../ui/forms/button.tsx'
import { Chip, Segments } from '../../ui/forms/toggles.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { SettingsRow } from './settings-row.tsx'

const themeIcons = { system: 'screen', light: 'sun', dark: 'moon' } as const
/** More teams than this mean no limit. */
const maxTeams = 20

const nameColumn = (name: LadderColumn) => (name === 'rank' ? t('column.rankName') : t(`column.${name}`))

/** Settings stored in this browser, with immediate effect. */
export function BrowserSettings() {
  const { theme } = usePreferences()
  return (
    <>
      <SettingsRow title={t('settings.theme')}>
        <Segments
          label={t('settings.theme')}
          value={theme}
          choices={themeChoices.map((value) => ({ value, label: t(`theme.${value}`), icon: themeIcons[value] }))}
          onChange={(choice) => changePreferences({ theme: choice })}
        />
      </SettingsRow>
      <SettingsRow title={t('settings.zone')}>
        <ZoneChoice />
      </SettingsRow>
      <SettingsRow title={t('settings.teams')}>
        <TeamLimit />
      </SettingsRow>
      <SettingsRow title={t('settings.columns')}>
        <Columns />
      </SettingsRow>
      <SettingsRow title={t('settings.sets')}>
        <Sets />
      </SettingsRow>
      <SettingsRow title={t('settings.pictures')}>
        <Pictures />
      </SettingsRow>
    </>
  )
}

function ZoneChoice() {
  const { timeZone } = usePreferences()
  const now = useServerNow(1000)
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <Select
        name={t('settings.zone')}
        value={timeZone}
        choices={[
          { value: '', label: t('settings.zoneDevice', { zone: device }) },
          ...listZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
        onChange={(zone) => changePreferences({ timeZone: zone })}
      />
      <p className="quieter small num">{t('settings.zoneNow', { time: formatExact(now) })}</p>
    </>
  )
}

function TeamLimit() {
  const { limitTeams } = usePreferences()
  const id = useId()
  const said = limitTeams === 0 ? t('settings.teamsAll') : t('settings.teamsSome', { count: limitTeams })
  return (
    <>
      <div className="setting-range">
        <input
          type="range"
          aria-label={t('settings.teams')}
          aria-describedby={id}
          aria-valuetext={said}
          min={0}
          max={maxTeams}
          value={Math.min(limitTeams, maxTeams)}
          onChange={(change) => changePreferences({ limitTeams: Number(change.target.value) })}
        />
        <output className="num strong">{said}</output>
      </div>
      <p className="quieter small" id={id}>
        {t('settings.teamsHint')}
      </p>
    </>
  )
}

function Columns() {
  const { ladder } = usePreferences()
  const shown = ladderColumnNames.filter((name) => ladder[name])
  const isUsual = ladderColumnNames.every((name) => ladder[name] === defaultPreferences.ladder[name])
  return (
    <>
      <fieldset className="chips" aria-label={t('settings.columns')}>
        {ladderColumnNames.map((name) => (
          <Chip
            key={name}
            hasTick
            isOn={ladder[name]}
            onChange={(isOn) => changePreferences({ ladder: { ...ladder, [name]: isOn } })}
          >
            {nameColumn(name)}
          </Chip>
        ))}
      </fieldset>
      <ButtonRow>
        <Button kind="quiet" disabled={isUsual} onClick={() => changePreferences({ ladder: defaultPreferences.ladder })}>
          {t('settings.columnsReset')}
        </Button>
        <span className="quieter small">
          {t('settings.columnsShown', { shown: shown.length, all: ladderColumnNames.length })}
        </span>
      </ButtonRow>
    </>
  )
}

function Sets() {
  const { uniqueSets } = usePreferences()
  return (
    <fieldset className="chips" aria-label={t('settings.sets')}>
      <Chip
        hasTick
        isOn={uniqueSets.showCompleted}
        onChange={(showCompleted) => changePreferences({ uniqueSets: { ...uniqueSets, showCompleted } })}
      >
        {t('settings.setsCompleted')}
      </Chip>
      <Chip
        hasTick
        isOn={uniqueSets.showFirstAvailable}
        onChange={(showFirstAvailable) => changePreferences({ uniqueSets: { ...uniqueSets, showFirstAvailable } })}
      >
        {t('settings.setsFirst')}
      </Chip>
    </fieldset>
  )
}

function Pictures() {
  const { itemImages } = usePreferences()
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={itemImages}
          onChange={(change) => changePreferences({ itemImages: change.target.checked })}
        />
        {t('settings.picturesLoad')}
      </label>
      <p className="quieter small">{t('settings.picturesHint')}</p>
    </>
  )
}
