// The coefficients of algorithm AS 241 (Wichura, Applied Statistics 37, 1988), which is accurate to about 16 digits.
const CENTER = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.693765509461, 45921.95393154987, 67265.7709270087,
    33430.57558358813, 2509.0809287301227,
  ],
  [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852545,
  ],
];
const MIDDLE = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 7.745450142783414e-4,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    5.475938084995345e-4, 1.0507500716444169e-9,
  ],
];
const TAIL = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.13692988092273581, 0.014875361290850615, 7.868691311456133e-4, 1.8463183175100548e-5,
    1.421511758316446e-7, 2.0442631033899397e-15,
  ],
];

function ratio([top, bottom]: readonly (readonly number[])[], x: number): number {
  let [a, b] = [0, 0];
  for (let k = top.length - 1; k >= 0; k--) {
    a = a * x + top[k];
    b = b * x + bottom[k];
  }
  return a / b;
}

/** The quantile of the standard normal distribution for 0 < probability < 1. */
export function normalQuantile(probability: number): number {
  const q = probability - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(CENTER, 0.180625 - q * q);
  const r = Math.sqrt(-Math.log(q < 0 ? probability : 1 - probability));
  const value = r <= 5 ? ratio(MIDDLE, r - 1.6) : ratio(TAIL, r - 5);
  return q < 0 ? -value : value;
}
