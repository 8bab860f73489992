import { passOn } from './machine.ts'

// The program that calculates builds as a process of its own, which can be killed: what it is asked it asks the simulated game.
const [host = '', port, to] = process.argv.slice(2)
await passOn(host, Number(port), Number(to))
process.stdout.write('ready\n')
