import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  /** The replacement; `retry` mounts the children again. */
  fallback: (problem: unknown, retry: () => void) => ReactNode
  /** A new value mounts the children again: their page has changed. */
  resetKey?: unknown
  onRetry?: () => void
  children: ReactNode
}
interface BoundaryState {
  problem: { thrown: unknown } | null
  resetKey: unknown
}

/** Keeps a failure inside its widget. React supports this only in a class. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { problem: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(thrown: unknown): Partial<BoundaryState> {
    return { problem: { thrown } }
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return Object.is(props.resetKey, state.resetKey) ? null : { problem: null, resetKey: props.resetKey }
  }

  retry = () => {
    this.props.onRetry?.()
    this.setState({ problem: null })
  }

  override render() {
    return this.state.problem ? this.props.fallback(this.state.problem.thrown, this.retry) : this.props.children
  }
}
