export interface Quantity {
    name: string;
    unit: string;
    value: number;
    law?: boolean;
    entry?: number;
}
export interface MethodAbout {
    record: number;
    base: number;
    bytes: number;
    loop: number;
    step: number | null;
    careful: boolean;
    rough: boolean;
    rtol: number | null;
    atol: number | null;
}
export interface EventAbout {
    name: string;
    action: "touch" | "stop" | "record" | "function" | [number, string][];
    text: string;
}
export interface About {
    format: number;
    machine: string;
    t0: number;
    duration: number;
    outputs: number;
    sizes: {
        x: number;
        q: number;
        v: number;
        work: number;
    };
    layout: Record<string, number>;
    x: number[];
    methods: Record<string, MethodAbout>;
    method: string;
    free: number;
    work: number;
    project: number;
    residual: number;
    reconstruct: number;
    signals: Record<string, [number, number, string]>;
    levels: ([number, number] | null)[];
    bodies?: [number, number];
    left_out: number;
    inputs: Quantity[];
    parameters: Quantity[];
    starts: Quantity[];
    mask: number[];
    size?: number;
    events: EventAbout[];
    breaks: number[];
    watchful: boolean;
    max_step: number | null;
    cannot: string[];
}
export interface Options {
    duration?: number;
    outputs?: number;
    method?: string;
    step?: number;
    rtol?: number;
    atol?: number;
    progress?: (time: number) => void;
}
export interface Happening {
    name: string;
    time: number;
}
export declare class Failed extends Error {
}
export declare class Result {
    private machine;
    readonly t: Float64Array;
    readonly x: Float64Array;
    readonly u: Float64Array;
    readonly p: Float64Array;
    readonly status: string;
    readonly done: boolean;
    readonly steps: number;
    readonly rejected: number;
    readonly events: Happening[];
    readonly milliseconds: number;
    private levels;
    constructor(machine: Machine, t: Float64Array, x: Float64Array, u: Float64Array, p: Float64Array, status: string, done: boolean, steps: number, rejected: number, events: Happening[], milliseconds: number);
    get names(): string[];
    unit(name: string): string;
    signal(name: string): Float64Array;
    bodies(): Float64Array;
    get final(): Float64Array;
    private place;
}
export declare class Machine {
    readonly about: About;
    private memory;
    private table;
    private f;
    private i;
    private pristine;
    private u;
    private p;
    private starts;
    private at;
    private hand;
    private constructor();
    static load(source: BufferSource | WebAssembly.Module): Promise<Machine>;
    private look;
    private reserve;
    set(name: string, value: number): this;
    get(name: string): number;
    private desk;
    private call;
    sampled(kernel: number, size: number, r: Result): Float64Array;
    private values;
    start(): Float64Array;
    private put;
    private close;
    home(): this;
    get draggable(): boolean;
    drag(link: number, point: number[], target: number[], limits?: Record<string, [number, number]>): Result;
    run(options?: Options): Result;
    placed(): Result;
    private result;
    on(options?: Options): Result;
    get time(): number;
    private outputs;
    private from;
    private output;
    private piece;
    private happen;
    private changed;
    private one;
}
export declare const load: (source: BufferSource | WebAssembly.Module) => Promise<Machine>;
