import { createClock } from './clock.ts'
import { serve } from './serve.ts'
import { endStart } from './start-problems.ts'
import { wallNow } from './wall-clock.ts'

// The server in production, on the real clock.

await serve(createClock(null, wallNow)).catch(endStart)
