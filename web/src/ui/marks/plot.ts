import { type RefObject, useEffect, useRef } from 'react'
import uPlot from 'uplot'

/** A colour or font of the page, as it is now. */
export const readStyle = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name).trim()

/** How axes look in every chart: quiet words, no ticks. */
export const describeAxis = (element: Element) => ({
  stroke: readStyle(element, '--ink-3'),
  font: `11px ${readStyle(element, '--tool')}`,
  ticks: { show: false },
  border: { show: false },
})

interface PlotSetting {
  /** The chart is made anew only with another key: its lines or colours are other ones. */
  readonly key: string
  /** Asked when the chart is made. */
  readonly describe: (element: HTMLElement) => uPlot.Options
  /** Times, then the values of each line; the same object while nothing changes. */
  readonly values: uPlot.AlignedData
  /** The moment that is looked at, unix seconds: hooks of the chart draw it. */
  readonly at: number | null
}

/** A chart that lives outside of React, as large as its frame. @returns where the frame is to be put. */
export function usePlot({ key, describe, values, at }: PlotSetting): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const newest = useRef(describe)
  useEffect(() => {
    newest.current = describe
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const options = newest.current(element)
    const made = new uPlot(options, options.series.map(() => []) as unknown as uPlot.AlignedData, element)
    plot.current = made
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [key])
  useEffect(() => plot.current?.setData(values), [values, key])
  useEffect(() => plot.current?.redraw(false, false), [at, key])
  return frame
}
