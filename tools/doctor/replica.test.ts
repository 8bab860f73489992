import type { ReplicaFacts } from '@muster/server/db/examine'
import { expect, test } from 'vitest'
import { judgeReplica } from './replica.ts'

const good: ReplicaFacts = { is_standby: true, is_same: true, behind_bytes: 900, is_private: true }

test.each<[Partial<ReplicaFacts>, string[]]>([
  [{}, ['ok Replica']],
  [{ is_standby: false, is_same: false }, ['problem Replica']],
  [{ is_same: false }, ['problem Replica']],
  [{ behind_bytes: 20_000_000 }, ['warning Replica']],
  [{ is_private: false }, ['ok Replica', 'warning Encryption, replica']],
])('a replica with %o: %o', (change, expected) => {
  const findings = judgeReplica({ ...good, ...change })
  expect(findings.map(({ state, about }) => `${state} ${about}`)).toEqual(expected)
  for (const { state, todo } of findings) if (state !== 'ok') expect(todo).toBeTruthy()
})
