import { jobTypes } from '@muster/contract/jobs'
import { expect, test } from 'vitest'
import { findJobProblem } from './job-problems.ts'

test('every job can work for the first game', () => {
  expect(jobTypes.filter((job_type) => findJobProblem(job_type, 'poe1') !== null)).toEqual([])
})

test('a job that needs data the second game does not offer has a sentence that says so', () => {
  expect(jobTypes.filter((job_type) => findJobProblem(job_type, 'poe2') !== null)).toEqual([
    'FetchStashChanges',
    'FetchGuildStashes',
    'DetermineGuildStashAccess',
  ])
  expect(findJobProblem('FetchGuildStashes', 'poe2')).toMatch(/^Path of Exile 2 /)
})
