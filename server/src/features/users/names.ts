import unhomoglyph from 'unhomoglyph'

/** Longest display name, in characters of its normal form, which can be longer than what was typed. */
export const longestName = 50

/** What is not seen: Unicode's "default ignorable" letters, formats, and a letter of Braille without a dot. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2800]/gu

/** A name as it is kept: in Unicode's normal form for compatibility, without what nobody sees, blanks as one plain blank. */
export const cleanName = (text: string): string => text.normalize('NFKC').replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim()

/** Equal for names that people take for each other: the skeleton of Unicode's confusables, letters in any case. */
export const skeletonOf = (name: string): string => unhomoglyph(unhomoglyph(cleanName(name)).toLowerCase().normalize('NFKC'))

const formerPlayer = 'Former player'

/** Who a user is once their account was deleted. */
export const formerName = (user_id: number): string => `${formerPlayer} ${user_id}`

/** Nobody may pass for one of them. */
export const isReserved = (name: string): boolean => skeletonOf(name).startsWith(skeletonOf(formerPlayer))
