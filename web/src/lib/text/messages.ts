import { createElement, Fragment, type ReactNode } from 'react'
import { en } from '../../messages/en.ts'
import { chooseSentence, fillIn } from './sentences.ts'

/** All texts: those of the shell, and those that a page brings with it. Its file of texts adds them here and to the catalogue. */
export interface Texts extends Readonly<typeof en> {}

type PluralBase<K> = K extends `${infer Base}_${'one' | 'other' | 'few' | 'many' | 'two' | 'zero'}` ? Base : K
/** Keys of the catalogue; plural forms are asked for by their common beginning and `count`. */
export type MessageKey = PluralBase<keyof Texts>
export type MessageValues = Readonly<Record<string, string | number>>

const catalogue = new Map<string, string>(Object.entries(en))

function translate(key: string, values: Readonly<Record<string, unknown>>): string {
  const { count } = values
  return fillIn(chooseSentence(catalogue, key, typeof count === 'number' ? count : undefined), values)
}

/**
 * Adds the texts of a part of the application. A file of texts calls this when it is loaded, and the components that use it
 * import it, so that nobody waits for the words of a page they did not open.
 */
export function addMessages(texts: Readonly<Record<string, string>>): void {
  for (const [key, text] of Object.entries(texts)) catalogue.set(key, text)
}

/** The sentence for a key, with its values put in. Text only; it is never used as HTML. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  return translate(key, values)
}

/** Like `t`, for sentences with elements in them: the values may be anything React shows. */
export function tRich(key: MessageKey, values: Readonly<Record<string, ReactNode>>, count?: number): ReactNode {
  // Private-use characters mark where the values belong, so that word order stays the business of the catalogue.
  const marks = Object.fromEntries(Object.keys(values).map((name) => [name, `\uE000${name}\uE000`]))
  const pieces = translate(key, count === undefined ? marks : { count, ...marks }).split('\uE000')
  return pieces.map((piece, index) => createElement(Fragment, { key: index }, index % 2 === 1 ? values[piece] : piece))
}
