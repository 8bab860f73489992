/**
 * One rule for every name that a person gives: events, teams, objectives, presets, guilds, time windows, titles, display names.
 * It applies to calls, definition files and archives. Names from the game and other providers are stored unchanged.
 */

/** Characters that break the line, control a terminal, or change the direction of the surrounding text. */
const control = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
/**
 * Invisible: Unicode's "default ignorable" characters, format and private-use characters, and the Braille pattern without a dot.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2800]/gu
/** The same without joiners and variation selectors. */
const unseenAlone = /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2800]/gu
/** Joiners change the look of emoji, and of letters in scripts that join them; elsewhere they are invisible. */
const joiners =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Lo}\p{M}][\p{Join_Control}\p{Variation_Selector}]{1,2})|[\p{Join_Control}\p{Variation_Selector}]/gu

/** Whether a name is a single line and does not affect the text around it. */
export const isPlainName = (text: string): boolean => !control.test(text)
export const nameProblem = 'must be a single line without control characters'

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The stored form of a name: in Unicode's normal form, without invisible characters, with single plain spaces. */
export const cleanName = (text: string): string =>
  tidy(text.normalize('NFC').replaceAll(unseenAlone, '').replaceAll(joiners, '$1'))

/**
 * A name in Unicode's compatibility normal form and without joiners. Display names are stored in this form, and all names are
 * compared in it.
 */
export const bareName = (text: string): string => tidy(text.normalize('NFKC').replaceAll(unseen, ''))
