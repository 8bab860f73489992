/** The slash commands of Muster on Discord. Names and descriptions follow its rules: 1 to 32 lower-case letters, 1 to 100 characters. */
export const discordCommands = [
  { name: 'standings', description: 'The standings of the current event' },
  { name: 'next', description: 'What opens and closes next' },
  { name: 'me', description: 'Your team, its rank and its points; only you see the answer' },
] as const

export type DiscordCommandName = (typeof discordCommands)[number]['name']

export const isDiscordCommand = (name: string): name is DiscordCommandName => discordCommands.some((known) => known.name === name)

/** A command as Discord lists it. */
export interface RegisteredCommand {
  readonly name: string
  readonly description: string
}

export interface CommandChange {
  readonly name: DiscordCommandName
  readonly description: string
  /** The description on Discord; null: it does not exist yet. */
  readonly before: string | null
}

/**
 * The commands that are missing on Discord or have another description there. Other commands of the application are left alone.
 */
export const planCommands = (registered: readonly RegisteredCommand[]): CommandChange[] =>
  discordCommands.flatMap(({ name, description }) => {
    const before = registered.find((known) => known.name === name)?.description ?? null
    return before === description ? [] : [{ name, description, before }]
  })
