import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

// Everything typed on a page is kept as a draft until it is sent, or is listed here with the reason why not.

const search = 'searches or filters; the address or the page keeps it, and nothing is sent'
const trial = 'tries figures or an item; nothing is saved'
const shown = 'read-only, to be copied'
const part = 'part of a form that keeps the draft'
const atOnce = 'each choice is saved the moment it is made'
const withoutDraft: Readonly<Record<string, string>> = {
  'account/calendar-setting.tsx': shown,
  'account/keys-setting.tsx': shown,
  'account/delete-account.tsx': 'the name confirms the deletion',
  'account/notices-setting.tsx': atOnce,
  'account/record-setting.tsx': atOnce,
  'account/visibility-setting.tsx': atOnce,
  'admin/broadcast/overlay-maker.tsx': shown,
  'admin/broadcast/producer-choices.tsx': atOnce,
  'admin/guild/tab-list.tsx': atOnce,
  'admin/team-sort/people-block.tsx': atOnce,
  'status/who-sees.tsx': atOnce,
  'admin/events/personal-editor.tsx': part,
  'admin/item-checks/objective-items.tsx': 'an item pasted from the game, where it can be copied again',
  'admin/item-checks/scan-panel.tsx': 'one choice for the scan that begins at once',
  'admin/objectives/condition-row.tsx': part,
  'admin/events/inside-dates.tsx': 'a tick that belongs to the new start in the form beside it',
  'admin/events/retention-dialog.tsx': 'one date, and the dialog stays open until the server has taken it',
  'admin/guild-logs/log-filters.tsx': search,
  'admin/guild-logs/upload-input.tsx': 'pasted pages may hold a login of the game, so the browser stores none',
  'admin/invitations/made-links.tsx': shown,
  'admin/kit/type-to-confirm.tsx': 'the name confirms a change',
  'admin/signups/question-list.tsx': part,
  'admin/objectives/extra-field.tsx': part,
  'admin/objectives/player-trial.tsx': trial,
  'admin/objectives/value-editor.tsx': part,
  'admin/definition/apply-file.tsx': part,
  'admin/definition/grid-input.tsx': part,
  'admin/definition/grid-schedule.tsx': part,
  'admin/definition/grid-table.tsx': part,
  'admin/team-sort/people-toolbar.tsx': search,
  'admin/team-sort/rules-panel.tsx': part,
  'admin/team-sort/seed-bar.tsx': part,
  'ladder/filter-sheet.tsx': search,
  'streams/moments.tsx': search,
  'profile/import-text.tsx': shown,
  'signup/answer-fields.tsx': part,
  'submissions/proof-field.tsx': part,
  'wishes/found-items.tsx': 'ticks beside an answer that the same text gives again',
}

const pages = readSources(/^web\/src\/features\/.*\.tsx$/).filter(({ path }) => !/\.test\.|\/test-/.test(path))
const textControl =
  /<(?:Input|TextArea|textarea|field\.(?:Text|TextArea|Number|Time)Field)\b|<input\b(?![^>]*type="(?:checkbox|radio|file|range)")/
const choice = /<(?:SelectControl|Select|Combobox|Check|Switch|Segments)\b|type="(?:checkbox|radio)"/
const writes = /\b(?:useWrite|callWrite)\(/
const keeps = /\buse(?:Draft|FormDraft|Sort|ObjectiveForm)\(/
/** Fields of a form that another file sends. */
const isPart = (text: string) => /<form\.|field\.\w+Field\b/.test(text) && !text.includes('useWriteForm(')

/** Whether a person can lose input here: typed, or chosen and saved with a button. */
const takesInput = (text: string) =>
  text.includes('useWriteForm(') || textControl.test(text) || (choice.test(text) && writes.test(text))

const listWithoutDraft = (files: typeof pages) =>
  files.filter(({ text }) => takesInput(text) && !keeps.test(text) && !isPart(text)).map(({ path }) => path)

test('each file that takes input keeps a draft, or says why not', () => {
  const named = listWithoutDraft(pages).map((path) => path.replace('web/src/features/', ''))
  expect(named.toSorted()).toEqual(Object.keys(withoutDraft).toSorted())
})

// The check above finds a new form that is written in any of these ways.
test.each([
  ['a form without a draft', "useWriteForm({ draft: useNoDraft('', values) })"],
  ['a field in a form without a draft', 'useWriteForm({}); <form.AppField>{(field) => <field.TextField />}</form.AppField>'],
  ['a text field of the browser', '<input value={text} onChange={change} />'],
  ['choices with a button that saves them', '<SelectControl value={value} />; useWrite(save)'],
])('%s is found', (_, text) => {
  expect(listWithoutDraft([{ path: 'made-up.tsx', text }])).toEqual(['made-up.tsx'])
})

test('each name of a draft belongs to one form', () => {
  const list = readSources(/^web\/src\/api\/drafts\/draft-forms\.ts$/).map(({ text }) => text)
  const draftForms = [...list.join().matchAll(/^ {2}'(\w+)',$/gm)].map(([, name = '']) => name)
  expect(draftForms.length).toBeGreaterThan(25)
  const all = pages.concat(readSources(/^web\/src\/features\/.*(?<!\.test)\.ts$/)).map(({ text }) => text)
  const uses = (name: string) => all.filter((text) => new RegExp(`(?:useDraft\\(\\s*|form: )'${name}'`).test(text)).length
  expect(draftForms.filter((name) => uses(name) !== 1)).toEqual([])
})
