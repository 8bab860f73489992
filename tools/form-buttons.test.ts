import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

// Dialogs, sheets and pages have one order of buttons: cancel, then the button that confirms. The editor of objectives has more
// buttons than these two.
const editor = 'web/src/features/admin/objectives/editor-pane.tsx'

test('the last button of a form confirms', () => {
  const forms = readSources(/\.tsx$/).filter(({ path, text }) => path !== editor && text.includes('buttons={'))
  expect(forms.length).toBeGreaterThan(15)
  const others = forms.filter(({ text }) => /<\/SubmitButton>\s*(<Button|\{\w+ && <Button)/.test(text))
  expect(others.map(({ path }) => path)).toEqual([])
})
