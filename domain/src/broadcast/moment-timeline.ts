import type { FrameRate } from '@muster/contract/moments'

/** A moment in a recording. */
export interface TimelineMoment {
  /** The file of the recording, as the editor has it. */
  readonly clip: string
  readonly offset_seconds: number
  readonly text: string
}

export interface TimelineChoices {
  readonly title: string
  readonly frame_rate: FrameRate
  /** The length of a clip before and after its moment. */
  readonly before_seconds: number
  readonly after_seconds: number
}

/** Television rates have 1000 frames where timecodes count 1001: without drop-frame, a timecode falls 3.6 s behind per hour. */
const rates: Readonly<Record<FrameRate, { readonly exact: number; readonly counted: number }>> = {
  '23.976': { exact: 24_000 / 1001, counted: 24 },
  '24': { exact: 24, counted: 24 },
  '25': { exact: 25, counted: 25 },
  '29.97': { exact: 30_000 / 1001, counted: 30 },
  '30': { exact: 30, counted: 30 },
  '50': { exact: 50, counted: 50 },
  '59.94': { exact: 60_000 / 1001, counted: 60 },
  '60': { exact: 60, counted: 60 },
}

const day_hours = 24
/** An event has a number of three digits. */
export const maxTimelineClips = 999
const maxText = 120

const pad = (number: number, length = 2) => String(number).padStart(length, '0')

function writeTimecode(frames: number, counted: number): string {
  const seconds = Math.floor(frames / counted)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frames % counted]
    .map((part) => pad(part))
    .join(':')
}

/** One line without characters that end it, and without `|`, which starts a field in some editors. */
const writeLine = (text: string) =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}|]/gu, ' ')
    .trim()
    .slice(0, maxText)

/**
 * A cut list in the CMX 3600 form (SMPTE 258M), which DaVinci Resolve, Premiere Pro and Avid Media Composer read: number, reel, video
 * track, cut, times in the recording, times in the timeline. `FROM CLIP NAME` and `LOC` (a marker) are the comments that editors
 * understand (OpenTimelineIO/otio-cmx3600-adapter; an Avid marker list in adamhawkey/EDL_tools). The file does not name its frame
 * rate: the project in the editor has to have the same. Timecodes are not drop-frame and end after 24 hours; a later moment is named
 * in a comment. The timeline starts at one hour, as editors' timelines do.
 */
export function writeTimeline(moments: readonly TimelineMoment[], choices: TimelineChoices): string {
  const { title, frame_rate, before_seconds, after_seconds } = choices
  const { exact, counted } = rates[frame_rate]
  const write = (frames: number) => writeTimecode(frames, counted)
  const toFrames = (seconds: number) => Math.round(seconds * exact)
  const hour = 3600 * counted
  const reels = new Map<string, string>()
  const events: string[] = []
  const left: string[] = []
  let at = hour
  for (const { clip, offset_seconds, text } of moments) {
    const from = toFrames(Math.max(0, offset_seconds - before_seconds))
    const to = toFrames(offset_seconds + after_seconds)
    const end = at + to - from
    if (Math.max(to, end) >= day_hours * hour || events.length === maxTimelineClips) {
      left.push(`* NOT IN THE TIMELINE: ${writeLine(clip)} AFTER ${offset_seconds} SECONDS, ${writeLine(text)}`)
      continue
    }
    const reel = reels.get(clip) ?? `V${pad(reels.size + 1, 3)}`
    reels.set(clip, reel)
    events.push(
      [
        `${pad(events.length + 1, 3)}  ${reel.padEnd(8)} V     C        ${[from, to, at, end].map(write).join(' ')}`,
        `* FROM CLIP NAME: ${writeLine(clip)}`,
        `* LOC: ${write(at + toFrames(offset_seconds) - from)} GREEN   ${writeLine(text)}`,
      ].join('\r\n'),
    )
    at = end
  }
  const head = `TITLE: ${writeLine(title)}\r\nFCM: NON-DROP FRAME`
  return `${[head, ...events, ...left].join('\r\n\r\n')}\r\n`
}
