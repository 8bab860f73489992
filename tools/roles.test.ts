import { expect, test } from 'vitest'
import { readSources, type Source } from './sources.ts'

// An element with a meaning of its own accepts few other roles (ARIA in HTML): an article is not a status. Browsers then
// disagree, which is only noticed on pages with the element. So a role belongs on an element without a meaning.

const meaningless = ['div', 'span', 'p', 'b', 'section', 'svg']

const attribute = String.raw`(?:[^<>"'{}]|"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})*?`
const withRole = new RegExp(String.raw`<([a-z][a-z0-9]*)\s${attribute}\brole=`, 'g')

/** Every element with a role in addition to its own meaning, as `path: element`. */
const listDoubled = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(withRole)].flatMap(([, element = '']) => (meaningless.includes(element) ? [] : [`${path}: ${element}`])),
  )

test('no element has a role beside its own meaning', () => {
  expect(listDoubled(readSources(/^web\/src\/.*\.tsx$/))).toEqual([])
})

test('such a role is found at any position among the attributes', () => {
  const text = `<article key={one.id} onClick={() => go({ to: '/' })} className="a"\n role="status">
    <ul role={kind} /> <div className="b" role="alert" /> <p title="role=x">role="none"</p> <Row role="lead" />`
  expect(listDoubled([{ path: 'web/src/a.tsx', text }])).toEqual(['web/src/a.tsx: article', 'web/src/a.tsx: ul'])
})
