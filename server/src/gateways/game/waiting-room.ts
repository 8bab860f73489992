/** The next step of a request that waits for the answer to another. */
export type Verdict = 'wait' | 'start' | 'something else'

/** Requests that are due but wait for the answer to another. First come, first served. */
export interface WaitingRoom {
  /** @param judge returns the next step; called again after each answer. */
  wait(judge: () => Verdict): Promise<void>
  /**
   * Wakes requests for which there is room, and those before them that have something else to do. Without room none is asked: a
   * request must then be in progress, and its end calls this again. A woken request that does not start must also call this, so
   * that its room is not lost.
   */
  letGo(): void
}

/** @param countRoom number of requests that may be sent now. */
export function createWaitingRoom(countRoom: () => number): WaitingRoom {
  let waiting: { readonly judge: () => Verdict; readonly wake: () => void }[] = []
  return {
    wait: (judge) => new Promise((wake) => waiting.push({ judge, wake })),
    letGo() {
      let room = countRoom()
      waiting = waiting.filter(({ judge, wake }) => {
        const verdict = room <= 0 ? 'wait' : judge()
        if (verdict === 'wait') return true
        if (verdict === 'start') room--
        wake()
        return false
      })
    },
  }
}
