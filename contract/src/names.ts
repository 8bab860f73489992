/**
 * One rule for every name that a person gives: events, teams, objectives, presets, guilds, time windows, titles, display names. It holds
 * for calls, definition files and archives. Names that the game and other providers send are stored as they come.
 */

/** Breaks the line, drives a terminal, or turns the direction of the text around the name. */
const control = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
/** Invisible: Unicode's "default ignorable" letters, formats, private letters, and a letter of Braille without a dot. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2800]/gu
/** The same without joiners and variation selectors. */
const unseenAlone = /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2800]/gu
/** Joiners change the look of pictures, and of letters of scripts that join them; elsewhere they are invisible. */
const joiners =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Lo}\p{M}][\p{Join_Control}\p{Variation_Selector}]{1,2})|[\p{Join_Control}\p{Variation_Selector}]/gu

/** Whether a name is a single line, and leaves the text around it alone. */
export const isPlainName = (text: string): boolean => !control.test(text)
export const nameProblem = 'must be a single line without control characters'

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** A name as it is stored: in Unicode's normal form, without invisible letters, blanks as one plain blank. */
export const cleanName = (text: string): string =>
  tidy(text.normalize('NFC').replaceAll(unseenAlone, '').replaceAll(joiners, '$1'))

/** A name in Unicode's normal form for compatibility and without joiners: display names are stored so, and all names are compared so. */
export const bareName = (text: string): string => tidy(text.normalize('NFKC').replaceAll(unseen, ''))
