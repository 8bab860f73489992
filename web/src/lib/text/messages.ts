import { createElement, Fragment, type ReactNode } from 'react'
import { en } from '../../messages/en.ts'
import { chooseSentence, fillIn } from './sentences.ts'

/** All texts: the shell's and each page's. A page's file of texts adds them here and to the catalogue. */
export interface Texts extends Readonly<typeof en> {}

type PluralBase<K> = K extends `${infer Base}_${'one' | 'other' | 'few' | 'many' | 'two' | 'zero'}` ? Base : K
/** Keys of the catalogue; plural forms are requested by their common prefix and `count`. */
export type MessageKey = PluralBase<keyof Texts>
export type MessageValues = Readonly<Record<string, string | number>>

const catalogue = new Map<string, string>(Object.entries(en))

function translate(key: string, values: Readonly<Record<string, unknown>>): string {
  const { count } = values
  return fillIn(chooseSentence(catalogue, key, typeof count === 'number' ? count : undefined), values)
}

/**
 * Adds the texts of a part of the application. A file of texts calls this when it is loaded, and the components that use it
 * import it, so that a visitor loads only the texts of opened pages.
 */
export function addMessages(texts: Readonly<Record<string, string>>): void {
  for (const [key, text] of Object.entries(texts)) catalogue.set(key, text)
}

/** The sentence for a key, with its values filled in. Text only; it is never used as HTML. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  return translate(key, values)
}

/** Like `t`, for sentences with elements in them: the values may be any React node. */
export function tRich(key: MessageKey, values: Readonly<Record<string, ReactNode>>, count?: number): ReactNode {
  // Private-use characters mark the positions of the values, so that the catalogue decides the word order.
  const marks = Object.fromEntries(Object.keys(values).map((name) => [name, `\uE000${name}\uE000`]))
  const pieces = translate(key, count === undefined ? marks : { count, ...marks }).split('\uE000')
  return pieces.map((piece, index) => createElement(Fragment, { key: index }, index % 2 === 1 ? values[piece] : piece))
}
