import { expect, test } from "vitest";
import { usedOf } from "./react-uses.ts";

const ASKED = new Set(["Activity", "useActionState", "preload", "NavLink", "createRoot"]);

test.each([
  ['import { Activity } from "react";', "Activity"],
  ['import { Activity as Shown } from "react";', "Activity"],
  ['import React, { useState, useActionState as state } from "react";', "useActionState"],
  ["import { preload } from 'react-dom';", "preload"],
  ['import { createRoot as root } from "react-dom/client";', "createRoot"],
  ['import { Link, NavLink } from "react-router";', "NavLink"],
  ['import * as R from "react"; R.useActionState(act, 0);', "useActionState"],
  ['import R from "react"; export const used = R["Activity"];', "Activity"],
  ['import * as R from "react"; const { useActionState } = R;', "useActionState"],
  ['import * as R from "react"; const Safe = { ...R }; Safe.useActionState();', "useActionState"],
  ['import * as R from "react"; const Again = R; Again.useActionState();', "useActionState"],
  ['const x = require("react").Activity;', "Activity"],
  ['const r = require("react"); r.useActionState();', "useActionState"],
  ['const r = __toESM(require("react")); r.useActionState();', "useActionState"],
  ['const { preload: early } = require("react-dom");', "preload"],
  ['const { preload } = await import("react-dom");', "preload"],
  ['export { Activity } from "react";', "Activity"],
  ['export { Activity as Shown } from "react";', "Activity"],
  ['export * from "react";', "all of react"],
  ['import { Fragment, jsx } from "react/jsx-runtime"; jsx(Fragment, { ref: line, children });', "ref on a Fragment"],
  ['import { Fragment as F, createElement } from "react"; createElement(F, { ref: line });', "ref on a Fragment"],
  ['import * as R from "react"; R.createElement(R.Fragment, { "ref": line });', "ref on a Fragment"],
])("%s asks for something that is left out", (code, name) => {
  expect(usedOf(code, ASKED)).toBe(name);
});

test.each([
  'import { useState } from "react"; import { Activity } from "lucide-react";',
  'import { useState } from "react"; import { useActionState } from "./own-state.ts"; const image = document.preload;',
  'import { Fragment, jsx } from "react/jsx-runtime"; jsx(Fragment, { children: jsx("input", { ref: line }) });',
  'import * as R from "react"; const useActionState = R.useState; R[useActionState];',
])("%s asks for nothing of it", (code) => {
  expect(usedOf(code, ASKED)).toBeUndefined();
});
