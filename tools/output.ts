/** Characters that control a terminal or the direction of text; line feeds and tabs stay. */
const driving = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Makes text safe for a terminal. It uses the escapes of JSON and YAML, so that documents keep their meaning. */
export const toPrintable = (text: string): string =>
  text.replaceAll(driving, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Escapes control characters in all later output of this process, such as names of people, of the game and of files. Every
 * command's output to either stream passes through here, so a later command cannot forget it.
 */
export function escapeOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean
    stream.write = (chunk: unknown, ...rest: unknown[]) => write(typeof chunk === 'string' ? toPrintable(chunk) : chunk, ...rest)
  }
}

/** For a command that draws questions with control characters: later output is not escaped. */
export function drawOnTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) Reflect.deleteProperty(stream, 'write')
}
