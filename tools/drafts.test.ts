import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

// Everything typed on a page is kept as a draft until it is sent, or is listed here with the reason why not.

const search = 'searches or filters; the address or the page keeps it, and nothing is sent'
const trial = 'tries figures or an item; nothing is saved'
const shown = 'read-only, to be copied'
const part = 'part of a form that keeps the draft'
const withoutDraft: Readonly<Record<string, string>> = {
  'admin/events/retention-dialog.tsx': 'one date, and the dialog stays open until the server has taken it',
  'admin/guild-logs/log-filters.tsx': search,
  'admin/guild-logs/upload-input.tsx': 'pasted pages may hold a login of the game, so the browser stores none',
  'admin/kit/type-to-confirm.tsx': 'the name confirms a change',
  'admin/signups/question-list.tsx': part,
  'admin/objectives/extra-field.tsx': part,
  'admin/objectives/player-trial.tsx': trial,
  'admin/objectives/suggest-input.tsx': part,
  'admin/definition/apply-file.tsx': part,
  'admin/definition/grid-input.tsx': part,
  'admin/definition/grid-schedule.tsx': part,
  'admin/team-sort/people-toolbar.tsx': search,
  'admin/team-sort/rules-panel.tsx': part,
  'admin/team-sort/seed-bar.tsx': part,
  'ladder/filter-sheet.tsx': search,
  'profile/import-text.tsx': shown,
  'signup/answer-fields.tsx': part,
}

const pages = readSources(/^web\/src\/features\/.*\.tsx$/).filter(({ path }) => !/\.test\.|\/test-/.test(path))
const control = /<(?:Input|TextArea|textarea|field\.(?:Text|TextArea|Number|Time)Field)\b|className="input\b|useWriteForm\(/
const keeps = /\buse(?:Draft|FormDraft|Sort|ObjectiveForm)\(/
const inForm = /<form\.|field\.\w+Field\b/

test('each file with a text field keeps a draft, or says why not', () => {
  const without = pages.filter(({ text }) => control.test(text) && !keeps.test(text) && !inForm.test(text))
  const named = without.map(({ path }) => path.replace('web/src/features/', ''))
  expect(named.toSorted()).toEqual(Object.keys(withoutDraft).toSorted())
})

test('each name of a draft belongs to one form', () => {
  const list = readSources(/^web\/src\/api\/drafts\/draft-forms\.ts$/).map(({ text }) => text)
  const draftForms = [...list.join().matchAll(/^ {2}'(\w+)',$/gm)].map(([, name = '']) => name)
  expect(draftForms.length).toBeGreaterThan(25)
  const all = pages.concat(readSources(/^web\/src\/features\/.*(?<!\.test)\.ts$/)).map(({ text }) => text)
  const uses = (name: string) => all.filter((text) => new RegExp(`(?:useDraft\\(\\s*|form: )'${name}'`).test(text)).length
  expect(draftForms.filter((name) => uses(name) !== 1)).toEqual([])
})
