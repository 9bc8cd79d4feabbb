// Says on the page why a device gave no key.
const trouble = document.getElementById("key-trouble");
const TEXTS = {
  ConstraintError: "incapable",
  InvalidStateError: "present",
  NotSupportedError: "incapable",
  SecurityError: "address",
};

const reason = ({ name }) => {
  if (!window.PublicKeyCredential) return "unsupported";
  // Neither is the device's: the challenge could not be fetched.
  if (name === "Error" || name === "TypeError") return "unreachable";
  return TEXTS[name] ?? "refused";
};

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  trouble.hidden = false;
  trouble.textContent = trouble.dataset[reason(event.detail.exception)];
});
// A second attempt begins without the reason of the first.
document.addEventListener("click", (event) => {
  if (event.target.closest("button")) trouble.hidden = true;
}, true);
