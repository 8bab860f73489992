/** What somebody who waits for the answer to another request has to do now. */
export type Verdict = 'wait' | 'start' | 'something else'

/** Those for whom it is time, and who wait for the answer to another request. First come, first served. */
export interface WaitingRoom {
  /** @param judge what this one would do now; asked again when an answer is here. */
  wait(judge: () => Verdict): Promise<void>
  /**
   * Lets those go on for whom there is room now, and of those before them whoever has something else to do than to start.
   * Without room nobody is asked: somebody is on the way then, whose end calls this again. So does whoever was let go and
   * does not start, so that the room is not lost.
   */
  letGo(): void
}

/** @param countRoom how many requests may leave now. */
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
