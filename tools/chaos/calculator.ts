import { passOn } from './machine.ts'

// The build calculator as a separate process that can be killed; it forwards requests to the simulated game.
const [host = '', port, to] = process.argv.slice(2)
await passOn(host, Number(port), Number(to))
process.stdout.write('ready\n')
