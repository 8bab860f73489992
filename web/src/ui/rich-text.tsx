import './rich-text.css'
import { Fragment, type ReactNode, useMemo } from 'react'
import { type Block, type Inline, parseMarkup } from '../lib/markup.ts'

/** The words of a line without its marks. */
const readWords = (line: readonly Inline[]): string =>
  line.map((inline) => ('text' in inline ? inline.text : readWords(inline.children))).join('')

/** Headings of a text with the ids of their places on the page. */
export function listHeadings(text: string, prefix: string): { id: string; words: string; level: number }[] {
  return parseMarkup(text).flatMap((block, index) =>
    block.kind === 'heading' ? [{ id: `${prefix}-${index}`, words: readWords(block.line), level: block.level }] : [],
  )
}

/** Text with the small markup of `lib/markup.ts`. `headingLevel` is the page's level for the largest of its headings. */
export function RichText({ text, prefix, headingLevel }: { text: string; prefix: string; headingLevel: 2 | 3 }) {
  const blocks = useMemo(() => parseMarkup(text), [text])
  return (
    <div className="rich-text">
      {blocks.map((block, index) => (
        // Blocks have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockView key={index} block={block} id={`${prefix}-${index}`} headingLevel={headingLevel} />
      ))}
    </div>
  )
}

function BlockView({ block, id, headingLevel }: { block: Block; id: string; headingLevel: 2 | 3 }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level + headingLevel - 1}` as 'h2'
      return (
        <Heading id={id}>
          <Words line={block.line} />
        </Heading>
      )
    }
    case 'rule':
      return <hr />
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul'
      return <List>{block.items.map(showItem)}</List>
    }
    case 'quote':
      return (
        <blockquote>
          <Lines lines={block.lines} />
        </blockquote>
      )
    case 'paragraph':
      return (
        <p dir="auto">
          <Lines lines={block.lines} />
        </p>
      )
  }
}

const showItem = (line: readonly Inline[], index: number) => (
  <li key={index} dir="auto">
    <Words line={line} />
  </li>
)

const Lines = ({ lines }: { lines: readonly (readonly Inline[])[] }) =>
  lines.map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <br />}
      <Words line={line} />
    </Fragment>
  ))

const Words = ({ line }: { line: readonly Inline[] }): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key
  line.map((inline, index) => <Fragment key={index}>{showInline(inline)}</Fragment>)

function showInline(inline: Inline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'strong':
      return (
        <strong>
          <Words line={inline.children} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Words line={inline.children} />
        </em>
      )
    case 'link':
      return (
        <a className="link" href={inline.href} rel="noreferrer nofollow ugc">
          <Words line={inline.children} />
        </a>
      )
  }
}
