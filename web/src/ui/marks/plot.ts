import { type RefObject, useEffect, useRef } from 'react'
import uPlot from 'uplot'

/** A current colour or font of the page. */
export const readStyle = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name).trim()

/** The axes of every chart: subdued labels, no ticks. */
export const describeAxis = (element: Element) => ({
  stroke: readStyle(element, '--ink-3'),
  font: `11px ${readStyle(element, '--tool')}`,
  ticks: { show: false },
  border: { show: false },
})

interface PlotSetting {
  /** The chart is recreated only for another key: other lines or colours. */
  readonly key: string
  /** Called when the chart is created. */
  readonly describe: (element: HTMLElement) => uPlot.Options
  /** Times, then the values of each line; the same object while nothing changes. */
  readonly values: uPlot.AlignedData
  /** The selected moment, unix seconds: hooks of the chart draw it. */
  readonly at: number | null
}

/** A chart outside React, as large as its frame. @returns the ref of the frame */
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
