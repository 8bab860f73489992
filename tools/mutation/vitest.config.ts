import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

const isSlow = ({ moduleId }: TestSpecification) => /\/(oracle|properties)\.test\.ts$/.test(moduleId)

/** Property tests come last: they detect most, and take longest. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !isSlow(file)), ...sorted.filter(isSlow)]
  }
}

/** The tests that must detect a change of the scoring rules. */
export default defineConfig({
  test: {
    include: ['domain/src/{scoring,characters}/**/*.test.ts'],
    // Longer than any test on a busy machine; Stryker itself ends endless ones.
    testTimeout: 1_800_000,
    sequence: { sequencer: QuickFirst },
  },
})
