/** Something that the person at the command line has to do otherwise: told in its own words, without a stack. */
export class Complaint extends Error {}

/** Runs a command to its end: a complaint goes to stderr and ends it with 2, anything else is a defect and is shown whole. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}
