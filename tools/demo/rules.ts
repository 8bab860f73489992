/** What the organisers of the demo event say beyond the scoring. */
export const demoRules = `# Playing

- Every class may be played. Only characters in the event's own league count.
- Help your own team as much as you like. Giving items, currency or carries to another team is not allowed.
- One account is played by one person.
- No harassment, in the game or outside of it.

# Stashes

What you find counts once it lies in a **public** stash tab of the event's league.
A number that is asked for has to lie in one tab: *ten in one tab* and not five in each of two.

> A tab is read when it changes. It can take a few minutes until the board knows.

# Questions

## I found something and it does not count

Look it up on its page first: a quest item, a foil one or an unidentified one may not fit.
If it fits, move it once within the tab, so that the game shows the tab again.

## I want to play something else

1. Ask your team lead.
2. The lead asks the organisers.
3. Play on with what you have until they have answered.

The scoring below is made from the objectives themselves. When somebody says otherwise, the scoring is right.
`
