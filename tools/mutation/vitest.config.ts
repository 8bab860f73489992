import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

const isSlow = ({ moduleId }: TestSpecification) => /\/(oracle|properties)\.test\.ts$/.test(moduleId)

/** Random events come last: they notice most, and take longest. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !isSlow(file)), ...sorted.filter(isSlow)]
  }
}

/** What has to notice a change of the scoring rules. */
export default defineConfig({
  test: {
    include: ['domain/src/{scoring,characters}/**/*.test.ts'],
    // Nothing takes longer on the busiest machine; Stryker itself ends what no longer ends.
    testTimeout: 1_800_000,
    sequence: { sequencer: QuickFirst },
  },
})
