/** The organisers' rules text of the demo event. */
export const demoRules = `# Playing

- Every class may be played. Only characters in the event's own league count.
- Help your own team as much as you like. Giving items, currency or carries to another team is not allowed.
- One person per account.
- No harassment, in or out of the game.

# Stashes

What you find counts once it is in a **public** stash tab in the event's league.
A required number must be in one tab: *ten in one tab*, not five in each of two.

> A tab is read when it changes. It can take a few minutes to reach the board.

# Questions

## I found something and it does not count

Check its objective first: quest items, foil items and unidentified items may not count.
If it should count, move it within the tab, so that the game reports the tab again.

## I want to play something else

1. Ask your team lead.
2. The lead asks the organisers.
3. Keep playing your current class until they answer.

The scoring below is generated from the objectives. If anything contradicts it, the scoring below applies.
`

/** The rules text of the event before it. */
export const pastRules = `# Playing

- One day, one character: only characters in the event's own league count.
- Giving items, currency or carries to another team is not allowed.
- One person per account.

# Proofs

A bounty, a record and a page of the album need a picture on which your character can be recognised.
Judges decide what they see, and never about their own team.

# Stashes

What you find counts once it is in a **public** stash tab in the event's league.
`
